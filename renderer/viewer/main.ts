import { mount } from 'svelte'
import { viewerSchema, type ViewerData } from '@shared/derive/viewer-data'
import App from '../App.svelte'
import '../tokens.css'
import '../base.css'
import '../tables.css'
import { setReadOnly } from '../state/bridge'
import { connect } from '../state/connect'
import { carriedBridge } from './carried-bridge'

/** The same window over data that stands in the page. */
function readData(): ViewerData | undefined {
  const text = document.getElementById('lanescope-data')?.textContent ?? ''
  try {
    const data: unknown = JSON.parse(text)
    return isViewerData(data) ? data : undefined
  } catch {
    return undefined
  }
}

function isViewerData(data: unknown): data is ViewerData {
  return typeof data === 'object' && data !== null && 'schema' in data && data.schema === viewerSchema
}

setReadOnly()
const data = readData()
Object.defineProperty(window, 'lanescope', { value: carriedBridge(data) })
const target = document.getElementById('app')
if (target) {
  mount(App, { target })
  void connect()
}
