import { isUtf8 } from 'node:buffer'
import type { Encoding } from '@shared/model/document'
import type { Blob } from './blob'
import { headOf } from './blob'
import { SNIFF } from './limits'

/** What the first bytes say a file is. The name is never asked: `.log` may be gzip, `.gz` may be text. */
export type Kind =
  | { readonly is: 'text'; readonly encoding: Exclude<Encoding, 'binary'>; readonly bom: number }
  | { readonly is: 'empty' }
  | { readonly is: 'binary' }
  | { readonly is: 'gzip' | 'zstd' | 'tar' | 'zip' }
  | { readonly is: 'packed'; readonly method: string; readonly command: string }

interface Magic {
  readonly bytes: readonly number[]
  readonly kind: Kind
}

const packed = (method: string, command: string): Kind => ({ is: 'packed', method, command })

const MAGICS: readonly Magic[] = [
  { bytes: [0x1f, 0x8b, 0x08], kind: { is: 'gzip' } },
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: { is: 'zip' } },
  { bytes: [0x50, 0x4b, 0x05, 0x06], kind: { is: 'zip' } },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], kind: { is: 'zstd' } },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], kind: packed('xz', 'xz -d') },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], kind: packed('7-Zip', '7z x') },
  { bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], kind: packed('RAR', 'unrar x') },
  { bytes: [0x04, 0x22, 0x4d, 0x18], kind: packed('lz4', 'lz4 -d') },
  { bytes: [0x1f, 0x9d], kind: packed('compress', 'uncompress') },
]

export function sniff(blob: Blob): Kind {
  const head = headOf(blob, SNIFF)
  if (head.length === 0) return { is: 'empty' }
  const magic = MAGICS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte))
  if (magic) return magic.kind
  // `BZh`, a level, and the first digits of pi: three letters alone could begin a text.
  if (/^BZh[1-9]1AY&SY/.test(head.toString('latin1', 0, 10))) return packed('bzip2', 'bzip2 -d')
  if (isTarHeader(head)) return { is: 'tar' }
  return sniffText(head, blob)
}

/** `ustar` at 257, or (before 1988, and from some appliances) only a right checksum of the 512 byte header. */
export function isTarHeader(head: Buffer): boolean {
  if (head.length < 512) return false
  if (head.toString('latin1', 257, 262) === 'ustar') return true
  const stored = /^[ 0]*([0-7]{1,7})[ \0]/.exec(head.toString('latin1', 148, 156))?.[1]
  if (stored === undefined || head[0] === 0) return false
  let sum = 8 * 32
  for (let i = 0; i < 512; i++) if (i < 148 || i >= 156) sum += head[i] ?? 0
  return sum === parseInt(stored, 8)
}

function sniffText(head: Buffer, blob: Blob): Kind {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { is: 'text', encoding: 'utf-8', bom: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { is: 'text', encoding: 'utf-16le', bom: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { is: 'text', encoding: 'utf-16be', bom: 2 }
  const wide = wideWithoutBom(head)
  if (wide) return { is: 'text', encoding: wide, bom: 0 }
  // A log whose file was truncated under a writing process begins with a hole of NULs: its text stands behind.
  const sample = head.every((byte) => byte === 0) ? tailOf(blob) : head
  if (looksBinary(sample)) return { is: 'binary' }
  return { is: 'text', encoding: isUtf8(withoutCutEnd(sample)) ? 'utf-8' : 'latin1', bom: 0 }
}

/** ASCII in two bytes each has NULs at every odd (little endian) or every even place, and hardly any elsewhere. */
function wideWithoutBom(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const nuls: [number, number] = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) nuls[i % 2 === 0 ? 0 : 1]++
  const pairs = Math.floor(head.length / 2)
  if (pairs < 2) return undefined
  if (nuls[1] > pairs * 0.7 && nuls[0] < pairs * 0.05) return 'utf-16le'
  if (nuls[0] > pairs * 0.7 && nuls[1] < pairs * 0.05) return 'utf-16be'
  return undefined
}

/** Control characters that no terminal, log or tool prints. NUL, ESC, BS, FF and SO/SI do occur in captures. */
function looksBinary(sample: Buffer): boolean {
  let odd = 0
  let seen = 0
  for (const byte of sample) {
    if (byte === 0) continue
    seen++
    if (byte < 32 && !(byte >= 7 && byte <= 15) && byte !== 27) odd++
    else if (byte === 127) odd++
  }
  if (seen === 0) return true
  const nuls = sample.length - seen
  // A valid UTF-8 text may be full of high bytes; a binary file hardly ever is valid UTF-8.
  const high = isUtf8(withoutCutEnd(sample)) ? 0 : countHigh(sample)
  return odd > seen * 0.02 || high > seen * 0.3 || (nuls > sample.length * 0.1 && (odd > 0 || nulsAreScattered(sample)))
}

function countHigh(sample: Buffer): number {
  let high = 0
  for (const byte of sample) if (byte >= 128) high++
  return high
}

/** NULs of a hole or a crashed disk come in one or two long runs; those of binary data everywhere. */
function nulsAreScattered(sample: Buffer): boolean {
  let runs = 0
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0 && sample[i - 1] !== 0) runs++
  return runs > 8
}

/** A sample may end inside a UTF-8 sequence; that says nothing about the text. */
function withoutCutEnd(sample: Buffer): Buffer {
  if (sample.length < SNIFF) return sample
  let end = sample.length
  while (end > sample.length - 4 && ((sample[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return ((sample[end - 1] ?? 0) & 0x80) === 0 ? sample : sample.subarray(0, end - 1)
}

function tailOf(blob: Blob): Buffer {
  return blob.size > SNIFF ? headOf(blob, SNIFF, blob.size - SNIFF) : headOf(blob, SNIFF)
}
