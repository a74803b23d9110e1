import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Documents } from '@host/documents'
import { viewerFonts } from '@host/print/han-font'
import type { Language } from '@shared/messages'
import { fillViewer, viewerData } from '@shared/derive/viewer-data'
import type { SessionView } from '@shared/derive/session-view'
import { UsageError } from '../usage'
import { version } from '../version'

/** The built page of the viewer: beside the built command line, or where the build puts it when this runs from source. */
const places = ['../viewer/viewer.html', '../../out/viewer/viewer.html'].map((place) =>
  join(import.meta.dirname, place),
)

/**
 * The session as one HTML file for any browser: the views of the window, read-only, without network. Text of the captures is carried
 * as far as it fits; the surroundings of every evidence line always are. Asked for in Chinese, it opens in Chinese and brings the
 * pieces of a font that its words need.
 */
export function sessionViewer(
  session: SessionView,
  documents: Documents,
  paths: readonly string[],
  language: Language,
): string {
  const template = places.find((place) => existsSync(place))
  if (template === undefined) throw new UsageError('the viewer page is not built: npm run build')
  const read = (document: string, fromLine: number, count: number): readonly string[] => {
    try {
      return documents.readWindow(document, fromLine, count)
    } catch {
      // Gone or changed since it was read: the page goes without its text, the references stand.
      return []
    }
  }
  const page = readFileSync(template, 'utf8')
  if (language !== 'zh') return fillViewer(page, viewerData(session, read, { version, names: paths }), pack)
  // In Chinese it must be readable where no Chinese font is: on the jump host of a cluster, for one.
  const data = viewerData(session, read, { version, names: paths, language })
  return fillViewer(page, { ...data, fonts: viewerFonts(page + JSON.stringify(data)) }, pack)
}

const pack = (text: string): string => gzipSync(text).toString('base64')
