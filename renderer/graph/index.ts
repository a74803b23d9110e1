export { mountGraph } from './mount'
export type { GraphHandle, GraphOptions } from './mount'
