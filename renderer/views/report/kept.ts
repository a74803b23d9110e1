import { redactionClasses, type RedactionClass } from '@shared/derive/redaction'
import { papers, reportParts, type Paper, type ReportPartId } from '@shared/derive/report'

/** What the view keeps in the case beside customer, author and note, which the case has fields for. */
export interface Kept {
  readonly title: string
  readonly parts: readonly ReportPartId[]
  readonly paper: Paper
  readonly language: 'window' | 'en' | 'zh'
  readonly classes: readonly RedactionClass[]
  readonly words: string
  /** `data:` address of a picture. */
  readonly logo?: string
  readonly compare?: { readonly left: string; readonly right: string }
}

/** Secrets and people never help a reader; the rest is for the user to say. */
export const fresh: Kept = {
  title: '',
  parts: reportParts,
  paper: 'a4',
  language: 'window',
  classes: ['secret', 'email', 'user'],
  words: '',
}

/** From the layout text of a case file, which anybody may have edited: what does not fit is left out. */
export function readKept(text: string | undefined): Kept {
  const value = parse(text)
  if (value === undefined) return fresh
  const one = <T extends string>(field: string, known: readonly T[], other: T): T =>
    known.find((item) => item === value[field]) ?? other
  const some = <T extends string>(field: string, known: readonly T[], other: readonly T[]): readonly T[] => {
    const list = value[field]
    return Array.isArray(list) ? known.filter((item) => list.includes(item)) : other
  }
  const string = (field: string): string => (typeof value[field] === 'string' ? value[field] : '')
  const logo = string('logo')
  const compare = value['compare']
  return {
    title: string('title'),
    parts: some('parts', reportParts, fresh.parts),
    paper: one('paper', papers, fresh.paper),
    language: one('language', ['window', 'en', 'zh'], fresh.language),
    classes: some('classes', redactionClasses, fresh.classes),
    words: string('words'),
    ...(logo.startsWith('data:image/') ? { logo } : {}),
    ...(isRecord(compare) && typeof compare['left'] === 'string' && typeof compare['right'] === 'string'
      ? { compare: { left: compare['left'], right: compare['right'] } }
      : {}),
  }
}

function parse(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
