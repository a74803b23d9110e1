/**
 * On which page each linked anchor of a printed report is, from 1 on. Chromium writes the catalogue, the tree of pages and the named
 * destinations of a PDF uncompressed; CSS cannot ask for the page of an anchor, so the report is printed a second time with them.
 */
export function pageNumbers(pdf: Uint8Array): ReadonlyMap<string, number> {
  const text = latin1(pdf)
  const pageOf = new Map(pageObjects(text).map((object, i) => [object, i + 1]))
  const found = new Map<string, number>()
  const dests = /\/Dests (\d+) 0 R/.exec(text)?.[1]
  const body = dests === undefined ? undefined : objectText(text, dests)
  for (const match of body?.matchAll(/\/([^\s/[\]<>()]{1,200}) \[(\d{1,10}) 0 R/g) ?? []) {
    const page = pageOf.get(match[2] ?? '')
    if (page !== undefined) found.set(unescaped(match[1] ?? ''), page)
  }
  return found
}

/** Object numbers of all pages in reading order: the tree may have several levels. */
function pageObjects(text: string): readonly string[] {
  const root = /\/Type \/Catalog\s*\/Pages (\d+) 0 R/.exec(text)?.[1]
  const pages: string[] = []
  const walk = (object: string, depth: number): void => {
    const body = objectText(text, object)
    if (body === undefined || depth > 20) return
    const kids = /\/Kids \[([^\]]*)\]/.exec(body)?.[1]
    if (kids === undefined) pages.push(object)
    else for (const kid of kids.matchAll(/(\d+) 0 R/g)) walk(kid[1] ?? '', depth + 1)
  }
  if (root !== undefined) walk(root, 0)
  return pages
}

function objectText(text: string, object: string): string | undefined {
  const mark = `\n${object} 0 obj`
  const begin = text.indexOf(mark)
  if (begin < 0) return undefined
  const end = text.indexOf('endobj', begin)
  return text.slice(begin + mark.length, end < 0 ? undefined : end)
}

/** Names escape bytes as `#2d`. */
function unescaped(name: string): string {
  return name.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Bytes to characters one by one; a decoder would take more than one byte for some. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
