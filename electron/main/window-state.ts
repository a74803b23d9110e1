import * as v from 'valibot'
import { readJson, writeJson } from './atomic-file'

const side = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
const schema = v.object({
  x: v.optional(side),
  y: v.optional(side),
  width: v.pipe(side, v.minValue(1)),
  height: v.pipe(side, v.minValue(1)),
  maximized: v.boolean(),
})

/** Place of the window in device-independent pixels; x and y are absent before the first run. */
export type WindowState = v.InferOutput<typeof schema>
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const smallestWindow = { width: 880, height: 560 }
export const firstState: WindowState = { width: 1360, height: 880, maximized: false }

/** The remembered place, as far as it still lies on a screen: a screen may have been unplugged since. */
export function fitToScreens(state: WindowState, screens: readonly Area[]): WindowState {
  const width = Math.max(state.width, smallestWindow.width)
  const height = Math.max(state.height, smallestWindow.height)
  const { x, y, maximized } = state
  // The title bar must be reachable: 100 pixels of the top edge on some screen.
  const reachable =
    x !== undefined &&
    y !== undefined &&
    screens.some((s) => y >= s.y && y < s.y + s.height - 40 && x + width > s.x + 100 && x < s.x + s.width - 100)
  return reachable ? { x, y, width, height, maximized } : { width, height, maximized }
}

export function loadWindowState(path: string, screens: readonly Area[]): WindowState {
  const read = v.safeParse(schema, readJson(path))
  return fitToScreens(read.success ? read.output : firstState, screens)
}

export function saveWindowState(path: string, state: WindowState): void {
  try {
    writeJson(path, state)
  } catch {
    // A read-only profile: the window then opens at its usual place next time.
  }
}
