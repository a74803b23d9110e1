export { mountGraph } from './mount'
export type { GraphHandle } from './mount'
