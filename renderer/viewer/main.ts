import { mount } from 'svelte'
import { viewerSchema, type ViewerData } from '@shared/derive/viewer-data'
import { hanFamily } from '@shared/derive/link-layout/fonts'
import App from '../App.svelte'
import '../tokens.css'
import '../base.css'
import '../tables.css'
import { setReadOnly } from '../state/bridge'
import { connect } from '../state/connect'
import { carriedBridge } from './carried-bridge'

/** The same window over data that stands in the page, as base64 of gzip. */
async function readData(): Promise<ViewerData | undefined> {
  const text = document.getElementById('lanescope-data')?.textContent ?? ''
  try {
    const unpacked = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('gzip'))
    const data: unknown = await new Response(unpacked).json()
    return isViewerData(data) ? data : undefined
  } catch {
    return undefined
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0))
}

function isViewerData(data: unknown): data is ViewerData {
  return typeof data === 'object' && data !== null && 'schema' in data && data.schema === viewerSchema
}

/** The Chinese letters that came along; the style names this font behind those of the computer. */
function addFonts(fonts: ViewerData['fonts']): void {
  for (const { range, data } of fonts ?? []) {
    document.fonts.add(new FontFace(hanFamily, bytesOf(data), { unicodeRange: range }))
  }
}

async function start(): Promise<void> {
  setReadOnly()
  const data = await readData()
  addFonts(data?.fonts)
  Object.defineProperty(window, 'lanescope', { value: carriedBridge(data) })
  const target = document.getElementById('app')
  if (!target) return
  mount(App, { target })
  await connect()
}

void start()
