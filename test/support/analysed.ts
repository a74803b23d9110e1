import { analyse } from '@shared/pipeline/analyse'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import { nodeFiles, type NodeChange } from '../../scripts/fleet-node.mjs'
import { readText } from './reading'

export interface OneNode {
  readonly session: Session
  readonly node: Node
}

/** The files of one machine, read and judged as the app does it. */
export function analysed(files: Readonly<Record<string, string>>, folder: string): OneNode {
  const session = analyse(Object.entries(files).map(([file, text]) => readText(text, `${folder}/${file}`, [folder])))
  const [node] = session.nodes
  if (!node) throw new Error(`${folder} makes no node`)
  return { session, node }
}

/** A synthetic node of scripts/fleet-node.mjs. */
export function synthetic(name: string, number = 0, change: NodeChange = {}): OneNode {
  return analysed(nodeFiles(name, number, change), name)
}
