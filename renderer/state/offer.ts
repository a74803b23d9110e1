import type { SessionView } from '@shared/derive/session-view'
import { t } from '../i18n.svelte'
import { navigation } from './navigation.svelte'
import { toasts } from './toasts.svelte'

/** The two nodes of two things that were opened together, or of one folder that holds just two. */
function pairOf(session: SessionView, names: readonly string[]): readonly [string, string] | undefined {
  if (names.length !== 2 && session.nodes.length !== 2) return undefined
  const [a, b] = session.nodes
  if (a && b && session.nodes.length === 2) return [a.id, b.id]
  const owner = new Map(session.documents.map(({ id, folders, name }) => [id, folders[0] ?? name]))
  const firstOf = (input: string): string | undefined =>
    session.nodes.find((node) => node.parsed.some(({ document }) => owner.get(document) === input))?.id
  const [left, right] = names.map(firstOf)
  return left !== undefined && right !== undefined && left !== right ? [left, right] : undefined
}

/** Two dumps beside each other are mostly opened to be compared: one click away, and never in the way. */
export function offerComparison(session: SessionView, names: readonly string[]): void {
  const pair = pairOf(session, names)
  if (!pair) return
  const nameOf = (id: string): string => session.nodes.find((node) => node.id === id)?.name ?? id
  const [node, entity] = pair
  toasts.say(t('compare.offer', { left: nameOf(node), right: nameOf(entity) }), 'plain', {
    label: t('compare.offerAction'),
    view: 'compare',
    run: () => navigation.go({ view: 'compare', node, entity }),
  })
}
