import type { Finding } from '../../../model/finding'
import type { Node } from '../../../model/node'
import { ofOneNode } from '../../gather-findings'
import type { ReportContext } from '../context'

const MOST_NAMED = 4

/** The verdict in words: a sentence per node, or one about the fleet and one per node with errors. */
export function verdictLines(context: ReportContext): readonly string[] {
  const { session, t } = context
  const { nodes } = session
  const across = sentenceOfFindings(
    context,
    context.findings.filter(
      (finding) => finding.nodes.length !== 1 && nodes.length > 1 && finding.data['otherNodes'] === undefined,
    ),
  )
  if (nodes.length === 0) {
    const found = sentenceOfFindings(context, context.findings)
    return [found ?? t('verdict.noNode')]
  }
  const lines: string[] = []
  if (nodes.length <= MOST_NAMED) lines.push(...nodes.map((node) => sentence(context, node)))
  else {
    const kinds = nodes.map((node) => kindOf(context, node))
    const count = (kind: string): number => kinds.filter((one) => one === kind).length
    lines.push(
      t('verdict.fleet', {
        nodes: nodes.length,
        errors: count('errors'),
        warnings: count('warnings'),
        clear: count('clear'),
        unjudged: count('unjudged'),
      }),
    )
    const bad = nodes.filter((_, i) => kinds[i] === 'errors')
    lines.push(...bad.slice(0, MOST_NAMED).map((node) => sentence(context, node)))
    if (bad.length > MOST_NAMED) lines.push(t('verdict.moreNodes', { n: bad.length - MOST_NAMED }))
  }
  if (across !== undefined) lines.push(t('verdict.across', { what: across }))
  return lines
}

function own(context: ReportContext, node: Node): readonly Finding[] {
  return context.findings
    .filter(
      (finding) =>
        finding.nodes.includes(node.id) &&
        (finding.nodes.length === 1 || context.session.nodes.length === 1 || finding.data['otherNodes'] !== undefined),
    )
    .map((finding) => ofOneNode(finding, node))
}

function kindOf(context: ReportContext, node: Node): 'errors' | 'warnings' | 'clear' | 'unjudged' {
  const findings = own(context, node)
  if (findings.some(({ severity }) => severity === 'error')) return 'errors'
  if (findings.some(({ severity }) => severity === 'warning')) return 'warnings'
  // Nothing passed: nothing was judged, and silence is no clean bill.
  const judged = context.session.outcomes.some(({ node: id, outcome }) => id === node.id && outcome === 'passed')
  return judged || findings.length > 0 ? 'clear' : 'unjudged'
}

function sentence(context: ReportContext, node: Node): string {
  const { session, t } = context
  const kind = kindOf(context, node)
  const findings = own(context, node)
  const notChecked = new Set(session.notChecked.filter((entry) => entry.node === node.id).map(({ rule }) => rule)).size
  if (kind === 'errors' || kind === 'warnings') {
    const worst = findings.filter(({ severity }) => severity === (kind === 'errors' ? 'error' : 'warning'))
    return t(kind === 'errors' ? 'verdict.errors' : 'verdict.warnings', {
      node: node.name,
      what: titles(context, worst),
      more: Math.max(0, worst.length - 2),
    })
  }
  // What several nodes share is said below, and counted at each of them: this one has no fault of its own.
  const shared = context.findings.some(({ severity, nodes }) => severity !== 'info' && nodes.includes(node.id))
  const clear = shared ? 'verdict.clearAlone' : 'verdict.clear'
  return t(kind === 'clear' ? clear : 'verdict.unjudged', { node: node.name, notChecked })
}

function sentenceOfFindings(context: ReportContext, findings: readonly Finding[]): string | undefined {
  const weighty = findings.filter(({ severity }) => severity !== 'info')
  if (weighty.length === 0) return undefined
  const more = weighty.length - 2
  return titles(context, weighty) + (more > 0 ? context.t('verdict.andMore', { n: more }) : '')
}

function titles(context: ReportContext, findings: readonly Finding[]): string {
  return findings
    .slice(0, 2)
    .map((finding) => context.text(finding).title)
    .join(context.t('word.semicolon'))
}
