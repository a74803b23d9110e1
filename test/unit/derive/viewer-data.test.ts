import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sessionView } from '../../../shared/derive/session-view'
import { fillViewer, viewerData, viewerPlaceholder } from '../../../shared/derive/viewer-data'
import { at, document, finding, node, session } from '../../builders/session'

const view = sessionView(
  session({
    nodes: [node('n1')],
    documents: [
      document('small.txt', { lines: 3, bytes: 30 }),
      document('huge.log', { lines: 1_000_000, bytes: 50_000_000 }),
    ],
    findings: [finding('x', 'n1', { evidence: [at('huge.log', 500)] })],
  }),
)
const read = (id: string, from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${id} line ${from + i} </script><!-- $& \u2028`)
const data = viewerData(view, read, { version: '0.1', names: ['case'], characters: 100_000 })

describe('viewerData', () => {
  it('carries small documents whole', () => {
    expect(data.texts['small.txt']).toMatchObject([{ fromLine: 1 }])
    expect(data.texts['small.txt']?.[0]?.lines).toHaveLength(3)
  })
  it('carries the surroundings of evidence of large ones', () => {
    expect(data.texts['huge.log']).toMatchObject([{ fromLine: 480 }])
    expect(data.texts['huge.log']?.[0]?.lines).toHaveLength(41)
  })
  it("opens in the language that was asked for, and else in the reader's own", () => {
    expect(data).not.toHaveProperty('language')
    expect(viewerData(view, read, { version: '0.1', names: [], language: 'zh' }).language).toBe('zh')
  })
  it('leaves section lists out', () => expect(data.session.nodes[0]?.parsed).toEqual([]))
})

describe('fillViewer', () => {
  const page = fillViewer(`<script type="application/json">${viewerPlaceholder}</script>`, data, (text) =>
    gzipSync(text).toString('base64'),
  )
  it('keeps captured text from ending the script or beginning markup', () => {
    expect(page.match(/</g)).toHaveLength(2)
    expect(page.indexOf('</script>')).toBe(page.length - '</script>'.length)
  })
  it('gives the same data back', () => {
    const json = page.slice(page.indexOf('>') + 1, page.lastIndexOf('<'))
    expect(JSON.parse(gunzipSync(Buffer.from(json, 'base64')).toString('utf8'))).toEqual(
      JSON.parse(JSON.stringify(data)),
    )
  })
})
