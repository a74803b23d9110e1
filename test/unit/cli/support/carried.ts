import { gunzipSync } from 'node:zlib'
import type { ViewerData } from '@shared/derive/viewer-data'

/** What a one-file viewer carries, as text: compressed in the page, where no search would find anything in it. */
export function carriedText(page: string): string {
  const packed = /<script type="application\/json" id="lanescope-data">([^<]*)<\/script>/.exec(page)?.[1] ?? ''
  return gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')
}

export function carried(page: string): ViewerData {
  return JSON.parse(carriedText(page)) as ViewerData
}
