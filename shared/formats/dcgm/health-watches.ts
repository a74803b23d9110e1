import { defineBlockFormat } from '../../model/format'

/** `dcgmi health -f`: which systems are watched; no health statement. */
export interface DcgmHealthWatches {
  readonly watches: readonly { readonly system: string; readonly on: boolean | undefined; readonly line: number }[]
}

export const dcgmHealthWatches = defineBlockFormat<DcgmHealthWatches>({
  id: 'dcgm/health-watches',
  title: 'Which health watches are on',
  command: 'dcgmi health -f -g 0',
  example: '| Health monitor systems report                          |',
  anchors: ['Health monitor systems report'],
  begins: () => false,
  parse: () => null,
})
