import type { Pen } from './pen'
import type { LinkGraph } from '../link-graph/types'

/** Sum of the error counters of some lanes of a GPU; undefined when none was captured. */
export function errorSum(graph: LinkGraph, gpu: string, lanes: readonly number[]): number | undefined {
  const counters =
    graph.gpus
      .find((item) => item.id === gpu)
      ?.lanes.filter((lane) => lanes.includes(lane.index))
      .flatMap((lane) => lane.counters) ?? []
  return counters.length === 0 ? undefined : counters.reduce((total, counter) => total + counter.value, 0)
}

/** `16 of 18 lanes up`. */
export function laneSentence(pen: Pen, up: number | undefined, due: number | undefined): string {
  if (up === undefined) return pen.words.lanesUnknown
  return `${due === undefined ? String(up) : pen.words.upOfDue(String(up), String(due))} ${pen.words.lanesUp}`
}
