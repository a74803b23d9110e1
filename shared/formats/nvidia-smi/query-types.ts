export type * from './support/query-types'
