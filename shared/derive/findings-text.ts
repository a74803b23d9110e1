import type { Finding, Severity } from '../model/finding'
import type { FindingText } from '../messages'

/** A step of a remedy: prose with commands in it, and the command that stands at its end by itself. */
export interface RemedyStep {
  readonly parts: readonly { readonly kind: 'text' | 'code'; readonly text: string }[]
  readonly command?: string
}

/** Commands stand between back-ticks; one at the end of the step is taken out, to stand on a line of its own. */
export function remedyStep(step: string): RemedyStep {
  const pieces = step.split('`')
  // Without a partner the last back-tick is only a character.
  if (pieces.length % 2 === 0) return { parts: [{ kind: 'text', text: step }] }
  const parts = pieces.flatMap((text, i) =>
    text === '' ? [] : [{ kind: i % 2 === 1 ? ('code' as const) : ('text' as const), text }],
  )
  const tail = parts.at(-1)
  const closing = tail?.kind === 'text' && /^[.。]?\s*$/.test(tail.text) ? 1 : 0
  const last = parts.at(-1 - closing)
  if (last?.kind !== 'code' || parts.length - closing === 0) return { parts }
  const prose = parts.slice(0, parts.length - 1 - closing)
  // "capture `a` and `b`" is one sentence: only a colon tells that the last command stands alone.
  if (prose.some(({ kind }) => kind === 'code') && !/[:：]\s*$/.test(prose.at(-1)?.text ?? '')) return { parts }
  return { parts: prose, command: last.text }
}

/** All commands of a remedy, in order. */
export function remedyCommands(steps: readonly string[]): readonly string[] {
  return steps.flatMap((step) => {
    const { parts, command } = remedyStep(step)
    return [
      ...parts.filter(({ kind }) => kind === 'code').map(({ text }) => text),
      ...(command === undefined ? [] : [command]),
    ]
  })
}

export interface MarkdownWords {
  severity(severity: Severity): string
  readonly cost: string
  readonly remedy: string
  readonly evidence: string
  readonly folded: string
  readonly references: string
}

/** Evidence of one document, as text lines. */
export interface MarkdownEvidence {
  readonly name: string
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

/** A finding as Markdown for a ticket. Captured text stands in fences that it cannot close. */
export function findingMarkdown(
  finding: Finding,
  text: FindingText,
  folds: readonly string[],
  evidence: readonly MarkdownEvidence[],
  where: string,
  words: MarkdownWords,
): string {
  const blocks = [
    `### ${plain(text.title)}`,
    `${words.severity(finding.severity)} · \`${finding.rule}\` · ${plain(where)}`,
    plain(text.detail),
    text.cost === undefined ? '' : `**${words.cost}** ${plain(text.cost)}`,
    text.remedy.length === 0
      ? ''
      : [`**${words.remedy}**`, '', ...text.remedy.map((step, i) => `${i + 1}. ${step}`)].join('\n'),
    evidence.length === 0 ? '' : [`**${words.evidence}**`, '', ...evidence.map(fenced)].join('\n'),
    folds.length === 0 ? '' : [`**${words.folded}**`, '', ...folds.map((title) => `- ${plain(title)}`)].join('\n'),
    text.references.length === 0
      ? ''
      : [`**${words.references}**`, '', ...text.references.map((url) => `- ${url}`)].join('\n'),
  ]
  return blocks.filter((block) => block !== '').join('\n\n') + '\n'
}

function fenced({ name, lines }: MarkdownEvidence): string {
  const width = Math.max(...lines.map(({ number }) => String(number).length), 1)
  const body = lines.map(({ number, text }) => `${String(number).padStart(width)}  ${text}`)
  const longest = Math.max(
    2,
    ...body.map((line) => Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))),
  )
  const fence = '`'.repeat(longest + 1)
  return [`\`${name.replaceAll('`', "'")}\``, '', fence, ...body, fence, ''].join('\n')
}

/** Words that come from a capture must not become markup of the ticket. */
function plain(text: string): string {
  return text.replace(/[\\*_<>[\]|#]/g, (character) => `\\${character}`)
}
