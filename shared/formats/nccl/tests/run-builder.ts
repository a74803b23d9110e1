import type { Hint, Line, Note } from '../../../model/format'
import type { AtLine } from '../../../model/source'
import { detach } from '../../../segment/detach'
import { binaryIn } from '../support/collective'
import { versionFromNumber } from '../support/library-version'
import { hostsOf, peakOf, ranksOfList, workOut } from '../support/tests-finish'
import { ranksFromRatio, ratioOf, wasChecked } from '../support/tests-infer'
import type { NcclTestsRun, TestsFailure, TestsOptions, TestsRank } from '../tests-types'
import type { LineKind } from './classify'
import { readColumns } from './layout'
import { readAverage, readFailure, readOptions, readOutOfBounds, readRank, withoutHash } from './lines'
import { RowCollector } from './rows'

const MOST_RANK_LINES = 20_000
const MOST_FAILURES = 64

/** The state of one run while its lines come in. */
export class RunBuilder {
  readonly rows = new RowCollector()
  readonly ranks: TestsRank[] = []
  readonly failures: TestsFailure[] = []
  options: TestsOptions = {}
  /** `# nThread` lines before any rank line: processes that print into each other. */
  starts = 0
  averages = 0
  rccl = false
  elided = false
  devicesSeen = false
  #seen = new Set<string>()
  #version: AtLine<string> | undefined
  #library: AtLine<string> | undefined
  #binary: AtLine<string> | undefined
  #reduced: AtLine<number> | undefined
  #outOfBounds: NcclTestsRun['outOfBounds']
  #average: AtLine<number> | undefined
  #verdict: 'OK' | 'FAILED' | undefined
  #memory: AtLine<string> | undefined
  #concluded = false

  /** The footer was reached by all processes that print here. */
  get footer(): boolean {
    return this.averages >= Math.max(1, this.starts) || this.#concluded
  }

  /** Nothing but a line that also stands before other forms (`# Writing JSON output to`). */
  get empty(): boolean {
    return (
      !this.hasTable &&
      !this.footer &&
      this.ranks.length + this.failures.length + this.starts === 0 &&
      !this.#outOfBounds &&
      !this.#reduced &&
      !this.#version &&
      !this.#binary &&
      !this.devicesSeen
    )
  }

  get hasTable(): boolean {
    return this.rows.columns.line !== undefined || this.rows.rows.length > 0 || this.rows.open
  }

  /** Whether a `start` line opens another run. */
  opensAnother(text: string): boolean {
    if (this.hasTable || this.averages > 0 || this.ranks.length > 0 || this.failures.length > 0) return true
    // `# nccl-tests version`, `# Collective test starting`, `# nThread` of one run follow each other, each once.
    const word = withoutHash(text).slice(0, 7)
    return this.#seen.has(word) && word !== 'nThread'
  }

  take(kind: LineKind, line: Line, note: Note): void {
    const bare = withoutHash(line.text)
    switch (kind) {
      case 'start':
        this.#start(bare, line)
        break
      case 'intro':
        this.#intro(bare, line)
        break
      case 'devices':
        this.devicesSeen = true
        break
      case 'rank':
        this.#rank(bare, line, note)
        break
      case 'header': {
        const columns = readColumns(line.text, line.number)
        if (columns && !this.rows.open && this.rows.rows.length === 0) this.rows.columns = columns
        break
      }
      case 'row':
        if (!this.rows.takeRow(line)) note.unread(line, 'row not understood')
        break
      case 'footer':
        this.#footer(bare, line)
        break
      case 'trailer':
        if (bare.startsWith('GPU memory usage')) this.#memory = { value: detach(bare), line: line.number }
        else this.#concluded = true
        break
      case 'failure': {
        const failure = readFailure(line.text, line.number)
        if (failure && this.failures.length < MOST_FAILURES) this.failures.push(failure)
        break
      }
      case 'library':
        this.#library ??= { value: detach(bare.slice(13).trim()), line: line.number }
        break
      case 'elided':
        if (!this.hasTable) this.elided = true
        break
      default:
    }
  }

  #start(bare: string, line: Line): void {
    this.#seen.add(bare.slice(0, 7))
    if (bare.startsWith('nThread ') || bare.startsWith('nGpus(')) {
      this.starts++
      this.options = { ...this.options, ...readOptions(bare, line.number) }
    } else if (bare.startsWith('nccl-tests version')) {
      const version = /^nccl-tests version (\S{1,40})/.exec(bare)?.[1]
      if (version) this.#version = { value: detach(version), line: line.number }
      const library = /nccl-library=(\d+)/.exec(bare)?.[1]
      const value = library === undefined ? undefined : versionFromNumber(Number(library))
      if (value) this.#library = { value, line: line.number }
    } else if (bare.startsWith('Collective test starting')) {
      const named = /:\s*(\S{1,64})/.exec(bare)?.[1]
      if (named) this.#binary = { value: detach(named), line: line.number }
    }
  }

  #intro(bare: string, line: Line): void {
    if (bare.startsWith('rccl-tests:')) {
      this.rccl = true
      this.#version ??= {
        value: detach(
          bare
            .slice(11)
            .replace(/^\s*Version\s*/, '')
            .trim(),
        ),
        line: line.number,
      }
    } else if (bare.startsWith('Blocking Enabled')) this.options = { ...this.options, blocking: true }
    else if (bare.startsWith('Parallel Init')) this.options = { ...this.options, parallelInit: true }
    else if (bare.startsWith('Per-Iteration')) this.options = { ...this.options, perIteration: true }
    else if (bare.startsWith('Reducing maxBytes')) {
      const bytes = /to (\d{1,16})/.exec(bare)?.[1]
      if (bytes) this.#reduced = { value: Number(bytes), line: line.number }
    }
  }

  #rank(bare: string, line: Line, note: Note): void {
    const rank = readRank(bare, line.number)
    if (!rank) {
      note.unread(line, 'rank line not understood')
      this.elided = true
    } else if (this.ranks.length < MOST_RANK_LINES) this.ranks.push(rank)
  }

  #footer(bare: string, line: Line): void {
    const bounds = readOutOfBounds(bare)
    if (bounds) this.#outOfBounds ??= { value: bounds, line: line.number }
    const average = readAverage(bare)
    if (!average) return
    this.averages++
    if (average.value !== undefined) this.#average ??= { value: average.value, line: line.number }
    this.#verdict ??= average.verdict
  }

  finish(first: Line, lastLine: number, hint: Hint, note: Note): NcclTestsRun {
    this.rows.finish()
    const { rows, columns } = this.rows
    const complete = this.averages > 0 || this.#outOfBounds !== undefined || this.#concluded
    const unfinished = this.rows.unfinished !== undefined
    if (unfinished) note.damaged('a row is not finished: the run died there, or the capture is cut')
    if (this.rows.tooMany) note.damaged('more rows than are kept')
    const ratio = ratioOf(this.rows.rows)
    const stated = ranksOfList(this.ranks)
    // One rank moves nothing: a bus bandwidth that is neither 0 nor the algorithm's shows that the list was cut to its first line.
    const cut = stated === 1 && ratio !== undefined && (ratio.low > 1.01 || ratio.high < 0.99)
    const listed = cut ? undefined : stated
    const groups = 1 + this.ranks.reduce((highest, rank) => Math.max(highest, rank.group ?? 0), 0)
    const gaps = listed !== undefined && new Set(this.ranks.map((rank) => rank.rank)).size < listed
    const named = binaryIn(this.#binary?.value ?? '') ?? binaryIn(hint.command ?? '') ?? binaryIn(hint.title ?? '')
    const known = columns.line === undefined ? undefined : columns
    const worked = workOut(rows, named?.collective, listed, groups, known, hint.fileName)
    const peak = peakOf(rows)
    const measured = worked.collective && groups === 1 ? ranksFromRatio(worked.collective, ratio) : undefined
    if (listed !== undefined && measured !== undefined && measured !== listed) {
      note.remark(
        `the rank list names ${listed} ranks, the figures are those of ${measured}: text of two runs, or an edited copy`,
      )
    }
    if (worked.collectiveInferred)
      note.remark(`the collective (${worked.collective ?? ''}) is not printed: worked out from the figures`)
    return {
      line: first.number,
      endLine: lastLine,
      form: 'text',
      rccl: this.rccl,
      version: this.#version,
      ncclVersion: this.#library,
      binary: this.#binary ?? (named ? { value: named.binary, line: first.number } : undefined),
      ...worked,
      options: this.options,
      reducedMaxBytes: this.#reduced,
      rankList: this.ranks,
      rankListElided: this.elided || gaps || cut,
      groups,
      hosts: hostsOf(this.ranks),
      overlapping: Math.max(
        1,
        this.starts,
        this.ranks.filter((rank) => rank.rank === 0 && this.ranks.length > 1 && listed === 1).length,
      ),
      layout: {
        line: columns.line,
        wrongColumn: columns.wrongColumn,
        groups: rows.some((row) => row.outOfPlace && row.inPlace) ? 2 : rows.length > 0 ? 1 : columns.groups,
        cpuTime: columns.cpuTime,
        perIteration: columns.perGroup === 8,
        timestamp: columns.timestamp,
      },
      rows,
      peakBusBandwidth: peak?.busbw,
      peakRow: peak?.row,
      outOfBounds: this.#outOfBounds,
      checked: rows.some((row) => wasChecked(row.outOfPlace) || wasChecked(row.inPlace)),
      averageBusBandwidth: this.#average,
      averageVerdict: this.#verdict,
      failures: this.failures,
      environment: [],
      args: [],
      memoryUsage: this.#memory,
      complete,
      damaged: unfinished || !complete || this.elided || gaps || cut,
    }
  }
}
