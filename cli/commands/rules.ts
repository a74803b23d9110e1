import type { Language } from '@shared/messages'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import { groupBy, ruleEntries, type RuleEntry } from '../output/catalogue'
import { cut, painter, table, wrap } from '../output/terminal'
import { sayIn } from '../output/texts'
import { nearest, UsageError } from '../usage'

export interface RulesOptions {
  readonly lang: Language
  readonly json?: boolean
}

/** `lanescope rules`: all rules by area, a line each. */
export function listRules({ lang, json }: RulesOptions, io: Io): number {
  const entries = ruleEntries(lang)
  if (json) {
    io.out(`${JSON.stringify(entries, null, 2)}\n`)
    return exitStatus.fine
  }
  const paint = painter(io.colour)
  const columns = io.columns ?? 120
  for (const [area, group] of groupBy(entries, (entry) => entry.area)) {
    io.out(`${paint('bold', area)}\n`)
    for (const line of table(group.map(({ id, title }) => [`  ${id}`, title]))) io.out(`${cut(line, columns)}\n`)
  }
  return exitStatus.fine
}

/** `lanescope explain RULE`: what it says, why it matters, what to do, and which captures it needs. */
export function explainRule(id: string, { lang, json }: RulesOptions, io: Io): number {
  const entries = ruleEntries(lang)
  const entry = entries.find((one) => one.id === id)
  if (!entry) {
    const near = nearest(
      id,
      entries.map((one) => one.id),
    )
    throw new UsageError(`no such rule: ${id}; ${near ? `did you mean ${near}?` : '`lanescope rules` lists them all'}`)
  }
  io.out(json ? `${JSON.stringify(entry, null, 2)}\n` : `${ruleLines(entry, lang, io).join('\n')}\n`)
  return exitStatus.fine
}

function ruleLines(entry: RuleEntry, lang: Language, io: Io): readonly string[] {
  const say = sayIn(lang)
  const paint = painter(io.colour)
  const columns = Math.min(io.columns ?? 100, 120)
  const numbered = entry.remedy.flatMap((step, i) => wrap(step, columns, '     ', `  ${i + 1}. `))
  const captures = [...new Set(entry.needs.map(({ capture }) => capture))]
  return [
    paint('bold', entry.id),
    ...wrap(entry.title, columns),
    '',
    ...wrap(entry.why, columns),
    ...(entry.cost === undefined ? [] : ['', ...wrap(`${say('cost')}: ${entry.cost}`, columns)]),
    ...(numbered.length === 0 ? [] : ['', `${say('fix')}:`, ...numbered]),
    ...(captures.length === 0 ? [] : ['', `${say('needs')}:`, ...captures.map((capture) => `  ${capture}`)]),
    ...(entry.references.length === 0
      ? []
      : ['', `${say('see')}:`, ...entry.references.map((reference) => `  ${reference}`)]),
  ]
}
