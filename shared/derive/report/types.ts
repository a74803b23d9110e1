import type { Language } from '../../messages'
import type { LinkLayout } from '../link-layout'
import type { MatrixView } from '../link-graph'

/**
 * A report: plain data, made once from a session and shown by whoever prints it (page/html.ts for paper and browsers,
 * markdown.ts for tickets). Texts are in the language of the report already; captured text is data and never markup.
 */
export const reportSchema = 'lanescope.report/1'

export const reportParts = [
  'cover',
  'summary',
  'machines',
  'links',
  'findings',
  'nccl',
  'bandwidth',
  'health',
  'comparison',
  'not-checked',
  'sources',
  'evidence',
] as const
export type ReportPartId = (typeof reportParts)[number]

export type Paper = 'a4' | 'letter'
export const papers: readonly Paper[] = ['a4', 'letter']

/** The five states of a value, and `info` for a note that is none. */
export type ReportState = 'good' | 'degraded' | 'dead' | 'unknown' | 'unchecked' | 'info'

export type Inline =
  | string
  | { readonly kind: 'code' | 'strong' | 'quiet' | 'mark' | 'fine'; readonly text: string }
  | { readonly kind: 'state'; readonly state: ReportState; readonly text: string }
  /** To an anchor of this document. */
  | { readonly kind: 'link'; readonly to: string; readonly text: string }
  /** The page that an anchor is on: known only when the document is printed, an arrow elsewhere. */
  | { readonly kind: 'page'; readonly to: string }
  /** An address outside: shown as text, never loaded. */
  | { readonly kind: 'address'; readonly text: string }

export type Content = string | readonly Inline[]

export interface Column {
  readonly title: string
  readonly align?: 'right'
  /** Share of the width, in percent; columns without one share the rest. */
  readonly width?: number
  /** Monospaced, and cut nowhere. */
  readonly mono?: boolean
}

export interface TableBlock {
  readonly kind: 'table'
  /** Says what the table is about to those who do not see it. */
  readonly label: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Content[])[]
  /** Smaller type: long lists. */
  readonly dense?: boolean
  /** As wide as it needs to be: figures side by side. */
  readonly narrow?: boolean
}

export interface QuoteLine {
  readonly number: number
  /** Undefined where the document cannot be read any more. */
  readonly text: string | undefined
  /** Evidence itself, not the lines around it. */
  readonly hit: boolean
}

/** Lines of one document. */
export interface Quote {
  readonly name: string
  /** Anchor of the same lines in the appendix. */
  readonly to?: string
  readonly lines: readonly QuoteLine[]
  /** Evidence lines that are not quoted. */
  readonly more: number
  readonly state: ReportState
}

export interface Drawing {
  readonly kind: 'drawing'
  readonly drawing:
    | { readonly of: 'links'; readonly layout: LinkLayout }
    | { readonly of: 'matrix'; readonly matrix: MatrixDrawing }
    | { readonly of: 'chart'; readonly chart: Chart }
  readonly caption: Content
  /** Explains strokes and marks below the drawing. */
  readonly legend?: 'links'
}

/** A matrix, or one tile of it: rows and columns are places in `view.devices`. */
export interface MatrixDrawing {
  readonly view: MatrixView
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  readonly title: string
  /** Names of columns that stand for several alike, by place: `NIC0-3`. */
  readonly names?: ReadonlyMap<number, string>
  /** Half a page at most: a tile among others. */
  readonly half?: boolean
}

export interface ChartSeries {
  readonly label: string
  readonly points: readonly (readonly [x: number, y: number])[]
  /** Value that stands before the label at the end of the curve. */
  readonly end: string
}

export interface Chart {
  readonly title: string
  readonly axisX: string
  readonly axisY: string
  /** Bytes on a binary logarithmic axis, or seconds and counts on a plain one. */
  readonly x: 'bytes' | 'plain'
  readonly series: readonly ChartSeries[]
  readonly band?: {
    readonly points: readonly {
      readonly x: number
      readonly low: number
      readonly middle: number
      readonly high: number
    }[]
    readonly labels: { readonly low: string; readonly middle: string; readonly high: string }
  }
}

export type Block =
  | {
      readonly kind: 'heading'
      readonly level: 2 | 3
      readonly text: Content
      readonly id?: string
      readonly note?: string
    }
  | { readonly kind: 'text'; readonly content: Content; readonly style?: 'lead' | 'note' }
  | {
      readonly kind: 'facts'
      readonly rows: readonly (readonly [label: string, value: Content])[]
      readonly columns: 1 | 2
    }
  | TableBlock
  | { readonly kind: 'steps'; readonly steps: readonly { readonly content: Content; readonly command?: string }[] }
  | { readonly kind: 'list'; readonly items: readonly Content[] }
  | Drawing
  | { readonly kind: 'quotes'; readonly quotes: readonly Quote[] }
  | {
      readonly kind: 'figures'
      readonly figures: readonly { readonly value: string; readonly label: string; readonly state?: ReportState }[]
    }
  /** Kept together on one page where it fits. */
  | { readonly kind: 'group'; readonly id?: string; readonly blocks: readonly Block[] }

/** A stretch of the document that begins on a page of its own, or follows on the page of the one before it. */
export interface ReportSection {
  readonly part: ReportPartId
  /** Anchor. */
  readonly id: string
  readonly title: string
  /** Right-hand running head: a node, or the title of the part. */
  readonly running: string
  readonly landscape: boolean
  /** Goes on where the section before it ends; both are on the same kind of page. */
  readonly follows?: boolean
  /** Part of the section before it: not in the contents. */
  readonly unlisted?: boolean
  readonly blocks: readonly Block[]
}

export interface ReportCover {
  readonly facts: readonly (readonly [label: string, value: Content])[]
  readonly note: string
  /** `data:` address of a picture; the program's own mark when undefined. */
  readonly logo?: string
}

export interface ReportDocument {
  readonly schema: typeof reportSchema
  readonly language: Language
  readonly title: string
  /** Words at the foot of each page. */
  readonly foot: { readonly tool: string; readonly redaction: string }
  readonly cover?: ReportCover
  readonly sections: readonly ReportSection[]
}
