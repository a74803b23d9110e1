/** Fields of the synthetic node that a test may change; see fleet-node.mjs for what each means. */
export interface NodeChange {
  readonly gpus?: number
  readonly nics?: number
  readonly driver?: string
  readonly fabricManager?: string
  readonly kernel?: string
  readonly vbios?: string
  readonly firmware?: string
  readonly powerLimit?: number
  readonly commandLine?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly down?: Readonly<Record<number, readonly number[]>>
  readonly width?: Readonly<Record<number, number>>
  readonly moved?: Readonly<Record<number, number>>
  readonly portsDown?: readonly number[]
  readonly peak?: number
}

export function nodeFiles(name: string, number?: number, change?: NodeChange): Readonly<Record<string, string>>
export const oddities: readonly (readonly [string, NodeChange])[]
export function nodeName(number: number): string
export function fleetChanges(count: number): ReadonlyMap<number, NodeChange>
