/** Sites that the references of rules name. A capture's text never becomes a link, and no other address is ever opened. */
const sites: readonly string[] = [
  'docs.nvidia.com',
  'developer.nvidia.com',
  'github.com',
  'cloud.google.com',
  'www.kernel.org',
  'man7.org',
]

/** True for an https address of a known site, without user, password or port. */
export function mayOpenOutside(address: string): boolean {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    sites.includes(url.hostname)
  )
}
