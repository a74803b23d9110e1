import type { Fact } from '../compare'

/** Parts of one kind share a column: all GPUs one for their VBIOS; a variable has its own. */
export function columnOf({ name, term }: Pick<Fact, 'name' | 'term'>): string {
  return term === undefined ? name : `${name}:${term}`
}
