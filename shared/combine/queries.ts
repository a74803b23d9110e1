import { queryCsv } from '../formats/nvidia-smi/query-csv'
import { queryText } from '../formats/nvidia-smi/query-text'
import type { QueryCapture, QueryGpu } from '../formats/nvidia-smi/query-types'
import { queryXml } from '../formats/nvidia-smi/query-xml'
import { smiTable } from '../formats/nvidia-smi/table'
import type { Parsed } from '../model/format'
import { of } from './sections'

/** Every form of the query, in document order. */
export function querySections(sections: readonly Parsed[]): readonly Parsed<QueryCapture>[] {
  const all = [queryText, queryXml, queryCsv, smiTable].flatMap((format) => of(sections, format))
  return all.sort((a, b) => sections.indexOf(a) - sections.indexOf(b))
}

export function queryCaptures(
  sections: readonly Parsed[],
): readonly { section: Parsed<QueryCapture>; gpu: QueryGpu }[] {
  return querySections(sections).flatMap((section) => section.value.gpus.map((gpu) => ({ section, gpu })))
}
