import { expect, test } from 'vitest'
import { fontFace, fontPieces, hanNeed, pieceFile, reportPage, withFaces } from '@shared/derive/report'

const list = {
  '[4]': 'U+1f1e9-1f1f5,U+4e00-4e0f',
  '[109]': 'U+2192,U+25aa-25ab,U+3002',
  '[7]': 'U+2192',
  latin: 'U+0000-00FF',
  '[8]': 17,
}

test('the list of the font gives its pieces, without what Western fonts hold', () => {
  expect(fontPieces(list)).toEqual([
    {
      name: '4',
      ranges: [
        [0x1f1e9, 0x1f1f5],
        [0x4e00, 0x4e0f],
      ],
    },
    { name: '109', ranges: [[0x3002, 0x3002]] },
  ])
  for (const odd of [undefined, null, 3, 'U+4e00', [], { '[1]': 'U+zz' }]) expect(fontPieces(odd)).toEqual([])
})

test('a text needs only the pieces of its characters, and names what no piece holds', () => {
  const pieces = fontPieces(list)
  expect(hanNeed('GPU → NVLink ├─ µ', pieces)).toEqual({ pieces: [], unheld: [] })
  expect(hanNeed('link。', pieces).pieces.map(({ name }) => name)).toEqual(['109'])
  expect(hanNeed('一。한\ud800\ufffe', pieces)).toMatchObject({
    pieces: [{ name: '4' }, { name: '109' }],
    unheld: ['한'],
  })
})

test('faces go into a page whose policy lets fonts in from inside the page alone', () => {
  const [piece] = fontPieces(list)
  if (!piece) throw new Error('no piece')
  const face = fontFace(piece, '400 500', 'data:font/woff2;base64,AAAA')
  expect(face).toContain(
    "src:url(data:font/woff2;base64,AAAA) format('woff2');unicode-range:U+1f1e9-1f1f5,U+4e00-4e0f}",
  )
  expect(pieceFile(piece, 700)).toBe('files/noto-sans-sc-4-700-normal.woff2')
  const page = reportPage(
    {
      schema: 'lanescope.report/1',
      language: 'zh',
      title: '</head>',
      foot: { tool: '', redaction: '' },
      sections: [],
      cover: undefined,
    },
    { paper: 'a4' },
  )
  const faced = withFaces(page, [face])
  expect(faced).toContain('font-src data:')
  expect(faced.indexOf('@font-face')).toBeLessThan(faced.indexOf('<body>'))
  expect(faced.split('@font-face')).toHaveLength(2)
  expect(withFaces(page, [])).toBe(page)
})
