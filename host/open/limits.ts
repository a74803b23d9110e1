/**
 * Every bound that keeps a hostile or broken input from eating the machine. A limit never throws the rest away: what was
 * read before it stays, and the row of the file that met it says so.
 */
export interface Limits {
  /** Files and archive members of one opening, all inputs together. */
  readonly members: number
  /** Containers inside containers; a .tar.gz counts once. */
  readonly depth: number
  /** Bytes that all archives together may unpack to. */
  readonly unpackedBytes: number
  /** Unpacked bytes for each packed byte, judged once a stream has passed `ratioFrom` bytes. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Characters in the name of a file or member, folders included. */
  readonly nameLength: number
  /** A member up to this size may stay in memory, */
  readonly memoryMember: number
  /** and all of them together up to this one; the rest goes to the temporary file. */
  readonly memoryTotal: number
  /** Folders inside folders on the disk. */
  readonly folderDepth: number
}

const MB = 1024 * 1024

export const LIMITS: Limits = {
  members: 20_000,
  depth: 4,
  unpackedBytes: 8 * 1024 * MB,
  ratio: 200,
  ratioFrom: 64 * MB,
  nameLength: 1024,
  memoryMember: 8 * MB,
  memoryTotal: 64 * MB,
  folderDepth: 64,
}

/** Bytes read at once. One index entry is kept per chunk, so this is also the most a window has to skip. */
export const CHUNK = 1 * MB

/** A line longer than this many bytes is cut in pieces: a 50 MB line must not become one string after another. */
export const LONG_LINE = 1 * MB

/** Bytes looked at to tell text from binary and one encoding from another. */
export const SNIFF = 64 * 1024
