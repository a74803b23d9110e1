import type { Component } from 'svelte'
import type { SessionView } from '@shared/derive/session-view'
import type { UiKey } from '@shared/messages/ui'

export type ViewId =
  'overview' | 'fleet' | 'links' | 'findings' | 'nccl' | 'bandwidth' | 'health' | 'sources' | 'compare' | 'report'

/** Why a view has nothing to show for this session, and what to capture so that it has. */
export interface NotAvailable {
  readonly title: UiKey
  readonly text: UiKey
  readonly commands: readonly string[]
}

export interface ViewProps {
  readonly session: SessionView
}

/** One view of the window: a folder in renderer/views, one entry in index.ts. Views never import each other. */
export interface ViewEntry {
  readonly id: ViewId
  readonly titleKey: UiKey
  /** A small number beside the tab. */
  count?(session: SessionView): number | undefined
  available(session: SessionView): true | NotAvailable
  readonly component: Component<ViewProps>
}
