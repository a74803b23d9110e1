import { captureSteps, type CaptureStep } from '@shared/derive/capture-steps'
import { notCheckedRows } from '@shared/derive/findings'
import { overview } from '@shared/derive/overview'
import { judgeRun } from '@shared/knowledge/run-verdict'
import type { Finding, Severity } from '@shared/model/finding'
import type { Run } from '@shared/model/run'
import type { Session } from '@shared/model/session'
import type { Say, TextKey } from './texts'

/** What both the terminal and Markdown say of a session, as rows of cells without any markup. */

const severities: readonly Severity[] = ['error', 'warning', 'info']

/** `2 errors, 1 warning`, or that there is none. */
export function countsText(findings: readonly Finding[], say: Say): string {
  const parts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    if (count === 0) return []
    const key: TextKey = count === 1 ? `${severity}1` : `${severity}s`
    return [say(key, { n: count })]
  })
  return parts.length === 0 ? say('noFindings') : parts.join(', ')
}

const MOST_NODES = 20

/** The nodes that a finding stands for, if several: their names, those of a fleet cut short. */
export function nodesOf(finding: Finding, session: Session, say: Say): string | undefined {
  if (finding.nodes.length < 2) return undefined
  const names = new Map(session.nodes.map(({ id, name }) => [id, name]))
  const shown = finding.nodes.slice(0, MOST_NODES).map((id) => names.get(id) ?? id)
  const rest = finding.nodes.length - shown.length
  return shown.join(', ') + (rest > 0 ? ` ${say('moreNodes', { n: rest })}` : '')
}

export interface NodeLine {
  readonly name: string
  readonly product: string
  readonly cells: readonly string[]
}

/** Each node in one line: product, links up of links due, NICs, versions; only what was captured. */
export function nodeLines(session: Session, say: Say): readonly NodeLine[] {
  const { rows } = overview(session, new Set())
  const byName = rows.toSorted((a, b) => position(session, a.id) - position(session, b.id))
  return byName.map(({ name, product, fields }) => {
    const part = (label: string, text: string | null): readonly string[] => (text === null ? [] : [`${label} ${text}`])
    return {
      name,
      product: product ?? '',
      cells: [
        ...(fields.links.state === 'none' ? [] : part(say('links'), fields.links.text)),
        ...part('NICs', fields.nics.text),
        ...part('driver', fields.driver.text),
        ...part('CUDA', fields.cuda.text),
        ...part('NCCL', fields.nccl.text),
        ...part('fabric manager', fields.fabricManager.text),
      ],
    }
  })
}

function position(session: Session, node: string): number {
  return session.nodes.findIndex(({ id }) => id === node)
}

/** One run in cells: tool, collective, ranks, hosts, peak. */
export function runCells(run: Run, session: Session, say: Say): readonly string[] {
  const peak = run.peakBusBandwidth === undefined ? '' : `${run.peakBusBandwidth.toFixed(1)} GB/s`
  const size = run.peakRow === undefined ? '' : `@ ${sizeText(run.peakRow.size)}`
  const state = run.failure ? say('failed') : run.complete ? '' : say('incomplete')
  return [
    run.collective ?? run.kind,
    run.ranks === undefined ? '' : `${run.ranks} ${say('ranks')}`,
    shortList(run.hosts.map(shortName)),
    peak,
    size,
    state === '' ? expectedText(run, session, say) : state,
  ]
}

/** The band of this machine at the size that does best against it, and how the run stands to it. */
function expectedText(run: Run, session: Session, say: Say): string {
  const { expectation, row, verdict } = judgeRun(run, session)
  if (!expectation || !row || !verdict) return ''
  const band = `${expectation.low.toFixed(0)}-${expectation.high.toFixed(0)} GB/s`
  return `${say(verdict)}: ${band} @ ${sizeText(row.size)}`
}

/** Names of cloud nodes are long and differ at their end. */
function shortName(name: string): string {
  return name.length <= 28 ? name : `${name.slice(0, 13)}…${name.slice(-14)}`
}

function shortList(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} + ${names.length - 2}`
}

export function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[unit] ?? ''}`
}

/** What to capture next: each command once, with the rules that look at it, the most useful first. */
export function gaps(session: Session): readonly CaptureStep[] {
  return captureSteps(notCheckedRows(session.notChecked))
}

/** A step as a person reads it. */
export const stepText = ({ command, when }: CaptureStep): string =>
  when === undefined ? command : `${command} (${when})`

/** Documents that were not read, or only in part, worst first. */
export function problemRows(session: Session): readonly { readonly name: string; readonly message: string }[] {
  return session.documents.flatMap(({ name, problem }) => (problem ? [{ name, message: problem.message }] : []))
}

/** Nothing in the documents has any line. */
export function nothingReadable(session: Session): boolean {
  return session.documents.every(({ lines }) => lines === 0)
}

export function nothingKnown(session: Session): boolean {
  return session.documents.every(({ sections }) => sections.length === 0)
}
