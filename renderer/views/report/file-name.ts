/** A title as the name of a file on every system. */
export function fileNameOf(title: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
    .replace(/^[. ]+|[. ]+$/g, '')
  return plain === '' ? 'report' : plain
}
