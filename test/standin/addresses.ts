/** A plain Chromium routes only http(s): app://host/path is served as https://host.app.test/path, and main sees app:// again. */
export const outward = (url: string): string => url.replace(/^app:\/\/([^/]+)/, 'https://$1.app.test')
export const inward = (url: string): string => url.replace(/^https:\/\/([^/]+)\.app\.test/, 'app://$1')
export const isApp = (url: string): boolean => /^https:\/\/[^/]+\.app\.test\//.test(url)
