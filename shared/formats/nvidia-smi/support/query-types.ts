import type { GpuField } from '../../../model/gpu'
import type { AtLine } from '../../../model/source'

/**
 * What `-q`, `-q -x`, `--query-gpu`, `--query-compute-apps` and the default table have in common, so that whoever joins
 * captures treats all alike. Values are the captured text (`16x`, `81559 MiB`, `N/A`), never interpreted here.
 */
export interface QueryCapture {
  readonly form: 'text' | 'xml' | 'csv' | 'table'
  /** Version of the kernel driver: R610 deprecates `Driver Version` and prints `KMD Version`; this is the one to use. */
  readonly driver?: AtLine<string>
  readonly cuda?: AtLine<string>
  /** Only where the capture prints `KMD Version` of its own (R610 and later). */
  readonly kmd?: AtLine<string>
  /** Time printed at the head of the capture, as text. CSV prints one per row: see `QueryGpu.time`. */
  readonly timestamp?: AtLine<string>
  /** `Attached GPUs`: how many the driver has, not how many blocks follow (`-i N` prints one block). */
  readonly attachedGpus?: AtLine<number>
  /** Host, if the capture prints it (CSV field `hostname`). */
  readonly hostname?: AtLine<string>
  /** In the order printed. One GPU comes several times in a CSV made with `-l`: each is a sample. */
  readonly gpus: readonly QueryGpu[]
  readonly processes: readonly QueryProcess[]
  /** Warnings printed in or below the capture: `WARNING: infoROM is corrupted at gpu 0008:00:00.0`. */
  readonly warnings: readonly QueryWarning[]
  /** False when the capture asked for some fields or sections only (CSV, `-q -d`, `grep`): absence of a field says nothing. */
  readonly complete: boolean
}

export interface QueryGpu {
  /** PCI bus id as printed. */
  readonly busId?: AtLine<string>
  /** Printed by the table and CSV; -q and -q -x print no index. */
  readonly index?: AtLine<number>
  /** Line where the GPU begins (`GPU 00000000:18:00.0`, `<gpu id=...>`, the CSV row). */
  readonly headerLine: number
  readonly endLine: number
  readonly values: QueryValues
  /** CSV field `timestamp`. */
  readonly time?: AtLine<string>
  readonly mig: readonly QueryMigDevice[]
  /** The block of this GPU was cut: fields that are not there may have been printed. */
  readonly damaged?: boolean
}

export type QueryValues = { readonly [field in GpuField]?: AtLine<string> }

/** For building `QueryValues`. */
export type QueryValuesDraft = { [field in GpuField]?: AtLine<string> }

export interface QueryMigDevice {
  readonly index?: number
  readonly gpuInstance?: number
  readonly computeInstance?: number
  readonly line: number
}

export interface QueryProcess {
  readonly line: number
  /** What the capture names the GPU by: the index (table), bus id (-q, XML, CSV) or UUID (CSV). */
  readonly gpuIndex?: number
  readonly busId?: string
  readonly uuid?: string
  readonly pid?: number
  /** `C`, `G`, `C+G`, `M+C`. */
  readonly type?: string
  readonly name?: string
  /** `173MiB`, `N/A`. */
  readonly memory?: string
}

export interface QueryWarning {
  readonly text: string
  readonly line: number
  /** Bus id named in it, as printed. */
  readonly busId?: string
}
