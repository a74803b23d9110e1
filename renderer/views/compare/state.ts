import { readReference, type HandPairs, type Reference } from '@shared/derive/compare'

/** What the view keeps in the case: the reference and the pairs made by hand, by `left|right`. */
export interface Kept {
  readonly reference?: Reference
  readonly hand: Readonly<Record<string, HandPairs>>
}

/** From the layout text of a case file, which anybody may have edited: what does not fit is left out. */
export function readKept(text: string | undefined): Kept {
  if (text === undefined) return { hand: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { hand: {} }
  }
  if (typeof value !== 'object' || value === null) return { hand: {} }
  const read = 'reference' in value ? readReference(JSON.stringify(value.reference)) : undefined
  return {
    ...(read?.ok ? { reference: read.reference } : {}),
    hand: 'hand' in value ? handOf(value.hand) : {},
  }
}

function handOf(value: unknown): Kept['hand'] {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([pair, parts]) => [
      pair,
      {
        gpus: texts(isRecord(parts) ? parts['gpus'] : undefined),
        nics: texts(isRecord(parts) ? parts['nics'] : undefined),
      },
    ]),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function texts(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
