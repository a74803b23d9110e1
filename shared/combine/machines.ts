import { gpuList } from '../formats/nvidia-smi/list'
import { nvlinkStatus } from '../formats/nvidia-smi/nvlink-status'
import type { Parsed } from '../model/format'
import type { DocumentReading } from '../segment/read-document'
import { querySections } from './queries'
import { of } from './sections'

/** GPUs that one capture lists. */
interface Listing {
  readonly document: string
  /** UUIDs with the index where one is printed. */
  readonly gpus: readonly { readonly uuid?: string; readonly index?: number; readonly name?: string }[]
  /** The capture says itself that these are all. */
  readonly whole: boolean
}

const FULL_UUID = /^GPU-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ONE_OF_THEM = / (?:-i|--id)[ =]/

/**
 * Documents of one folder that no host name tells apart, but whose GPUs cannot be in one machine: none of the UUIDs (or names) of one
 * is in the other. Each group but the folder's own gets a key, the name of its first document. The folder's own is the one whose text
 * names its host, else the largest; where no group is larger, what names no GPU stays with the folder alone.
 */
export function strangersIn(
  all: readonly DocumentReading[],
  whose: (reading: DocumentReading) => 'owner' | 'nobody' | 'other',
): ReadonlyMap<string, string> {
  if (all.length < 2) return new Map()
  const readings = all.filter((reading) => whose(reading) !== 'other')
  const certain = new Set(readings.filter((reading) => whose(reading) === 'owner').map(({ document }) => document.id))
  const listings = readings.flatMap((reading) => listingsOf(reading.document.id, reading.parsed))
  const groups: { readonly documents: Set<string>; readonly listings: Listing[] }[] = []
  for (const listing of listings) {
    // A document is one capture: its listings stay together.
    const home =
      groups.find(({ documents }) => documents.has(listing.document)) ??
      groups.find((group) => group.listings.every((other) => !strange(listing, other)))
    if (home) {
      home.documents.add(listing.document)
      home.listings.push(listing)
    } else groups.push({ documents: new Set([listing.document]), listings: [listing] })
  }
  if (groups.length < 2) return new Map()
  const sizes = groups.map(({ documents }) => documents.size)
  const most = Math.max(...sizes)
  const anchored = groups.findIndex(({ documents }) => [...documents].some((document) => certain.has(document)))
  const largest = sizes.filter((size) => size === most).length === 1 ? sizes.indexOf(most) : -1
  const own = anchored >= 0 ? anchored : largest
  const named = new Map(readings.map(({ document }) => [document.id, document.name.split('/').at(-1) ?? document.id]))
  return new Map(
    groups.flatMap(({ documents }, i) => {
      const [first] = documents
      return i === own || first === undefined
        ? []
        : [...documents].map((document) => [document, named.get(first) ?? first] as const)
    }),
  )
}

function listingsOf(document: string, sections: readonly Parsed[]): readonly Listing[] {
  const found: Listing[] = []
  const add = (section: Parsed, gpus: Listing['gpus'], whole: boolean): void => {
    if (!ONE_OF_THEM.test(section.hint.command ?? '') && gpus.length > 0) found.push({ document, gpus, whole })
  }
  for (const section of of(sections, gpuList))
    add(
      section,
      section.value.gpus.map(({ uuid, index, name }) => known(uuid, index, name)),
      false,
    )
  for (const section of querySections(sections)) {
    const { gpus, attachedGpus } = section.value
    add(
      section,
      gpus.map((gpu) => known(gpu.values.uuid?.value, gpu.index?.value, gpu.values.name?.value)),
      attachedGpus?.value === gpus.length,
    )
  }
  for (const section of of(sections, nvlinkStatus))
    add(
      section,
      section.value.gpus.map(({ uuid, index, name }) => known(uuid, index, name)),
      false,
    )
  return found
}

/** Redacted ids and cut names tell nothing. */
function known(uuid: string | undefined, index: number | undefined, name: string | undefined): Listing['gpus'][number] {
  return {
    uuid: uuid !== undefined && FULL_UUID.test(uuid) ? uuid.toLowerCase() : undefined,
    index,
    name: name === undefined || name === '' || name.endsWith('...') || name === 'N/A' ? undefined : name,
  }
}

/**
 * Proof that two listings are of two machines: no name in common, or no UUID in common where one of them is whole, or where one
 * index has two UUIDs. Two parts of one machine (`-i 0`, a cut capture) prove nothing.
 */
function strange(a: Listing, b: Listing): boolean {
  const names = (listing: Listing): readonly string[] => listing.gpus.flatMap(({ name }) => name ?? [])
  const left = names(a)
  const right = names(b)
  if (left.length > 0 && right.length > 0 && !left.some((name) => right.some((other) => alike(name, other))))
    return true
  const uuids = new Map(b.gpus.flatMap(({ uuid, index }) => (uuid === undefined ? [] : [[uuid, index] as const])))
  const mine = a.gpus.filter(({ uuid }) => uuid !== undefined)
  if (mine.length === 0 || uuids.size === 0 || mine.some(({ uuid }) => uuids.has(uuid ?? ''))) return false
  const indices = new Set([...uuids.values()].filter((index) => index !== undefined))
  return a.whole || b.whole || mine.some(({ index }) => index !== undefined && indices.has(index))
}

/** `Tesla V100-SXM2-32GB` and `V100-SXM2-32GB`: tools leave out parts of a name. */
function alike(a: string, b: string): boolean {
  const plain = (name: string): string =>
    name
      .toLowerCase()
      .replace(/^(?:nvidia|tesla) +/g, '')
      .replace(/^tesla +/, '')
  const [x, y] = [plain(a), plain(b)]
  return x.startsWith(y) || y.startsWith(x)
}
