/**
 * From scroll position to line and back. A browser cannot make an element of a hundred million pixels: above `MOST_PIXELS`
 * the scroll bar is a scale, and the wheel moves by lines instead of by pixels of that scale.
 */
export const LINE_HEIGHT = 18
export const MOST_PIXELS = 8_000_000

export interface ScrollScale {
  readonly height: number
  readonly scaled: boolean
  /** First line in sight, 1-based, with a fraction for the part that is scrolled away. */
  lineAt(scrollTop: number): number
  topOf(line: number): number
}

export function scrollScale(lines: number, viewport: number): ScrollScale {
  const natural = lines * LINE_HEIGHT
  const range = Math.max(0, natural - viewport)
  if (natural <= MOST_PIXELS) {
    return {
      height: natural,
      scaled: false,
      lineAt: (scrollTop) => 1 + Math.min(Math.max(scrollTop, 0), range) / LINE_HEIGHT,
      topOf: (line) => Math.min(Math.max((line - 1) * LINE_HEIGHT, 0), range),
    }
  }
  const scale = range / (MOST_PIXELS - viewport)
  return {
    height: MOST_PIXELS,
    scaled: true,
    lineAt: (scrollTop) => 1 + (Math.max(scrollTop, 0) * scale) / LINE_HEIGHT,
    topOf: (line) => Math.min(Math.max((line - 1) * LINE_HEIGHT, 0), range) / scale,
  }
}
