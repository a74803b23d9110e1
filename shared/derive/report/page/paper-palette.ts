import { lightPalette, type Palette } from '../../link-layout/palette'

/** The tokens that paper uses beside those of drawings, resolved for light; a test holds both to renderer/tokens.css. */
export interface PaperPalette extends Palette {
  readonly bg: string
  readonly line: string
  readonly accentBg: string
  readonly series3: string
  readonly series4: string
  readonly series5: string
  readonly series6: string
  readonly band: string
  readonly bandLine: string
}

export const paper: PaperPalette = {
  ...lightPalette,
  bg: '#f3f4f6',
  line: '#dfe2e6',
  accentBg: '#e6effc',
  series3: '#7a3fa0',
  series4: '#3c7d1f',
  series5: '#a3175e',
  series6: '#4a5561',
  band: '#dfeee9',
  bandLine: '#3d8c79',
}
