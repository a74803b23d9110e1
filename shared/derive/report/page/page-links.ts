/** Writes the page of each anchor into a page that was printed once without them. */
export function withPageNumbers(html: string, pages: ReadonlyMap<string, number>): string {
  return html.replaceAll(
    /(<a class="pg" href="#([\w-]{1,80})">)[^<]{0,8}(<\/a>)/g,
    (whole, open: string, anchor: string, close: string) => {
      const page = pages.get(anchor)
      return page === undefined ? whole : `${open}${page}${close}`
    },
  )
}
