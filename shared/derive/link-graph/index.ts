export { deriveLinkGraph } from './derive'
export type { LinkGraphInput } from './derive'
export type * from './types'
