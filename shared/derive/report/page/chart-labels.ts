import { cutMiddle, textWidth } from '../../link-layout/text-width'

/** Shortest beginning that is worth leaving out: what names share tells none of them apart. */
const WORTH = 6

/** Names beside the ends of the curves, each cut to its room (px): what it shares with another goes first, the middle next. */
export function curveNames(names: readonly string[], rooms: readonly number[], size: number): readonly string[] {
  return names.map((name, i) => {
    const room = rooms[i] ?? 0
    if (textWidth(name, size) <= room) return name
    const ends = new Set(names.flatMap((other, k) => (k === i ? [] : sharedWords(name, other))))
    const short = [...ends].toSorted((a, b) => a - b).map((end) => `…${name.slice(end)}`)
    return short.find((text) => textWidth(text, size) <= room) ?? cutTo(short.at(-1) ?? name, size, room)
  })
}

/** Ends of the words that `name` begins with as `other` does; something is left of it behind each. */
function sharedWords(name: string, other: string): readonly number[] {
  let common = 0
  while (common < name.length && name[common] === other[common]) common++
  const ends = [...name.slice(0, -1).matchAll(/[-_ ./:]/g)].map(({ index }) => index + 1)
  return ends.filter((end) => end >= WORTH && (end <= common || (end === common + 1 && common === other.length)))
}

/** Cut in the middle by the width of the font that prints, not by a count of characters. */
function cutTo(name: string, size: number, room: number): string {
  let most = [...name].length
  while (most > 1 && textWidth(cutMiddle(name, most), size) > room) most--
  return cutMiddle(name, most)
}
