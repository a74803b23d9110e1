import { lightPalette, paletteTokens, type Palette } from '@shared/derive/link-layout/palette'

/**
 * The tokens of the page, resolved: cytoscape draws on a canvas and knows no custom properties, and `light-dark()` is returned
 * unresolved for them. A probe element gives the colour that the page itself would use. Read again on every change of theme.
 */
export function readPalette(near: HTMLElement): Palette {
  const probe = document.createElement('span')
  probe.hidden = true
  near.append(probe)
  const resolved = new Map<string, string>()
  for (const token of Object.values(paletteTokens)) {
    probe.style.color = ''
    probe.style.color = `var(${token})`
    const color = getComputedStyle(probe).color
    if (color !== '') resolved.set(token, color)
  }
  probe.remove()
  const entries = Object.entries(paletteTokens).map(([name, token]) => [name, resolved.get(token)] as const)
  return { ...lightPalette, ...Object.fromEntries(entries.filter(([, color]) => color !== undefined)) }
}

/** cytoscape's parser wants double quotes and one line. */
export function fontFamily(near: HTMLElement, mono: boolean): string {
  const family = getComputedStyle(near)
    .getPropertyValue(mono ? '--font-mono' : '--font-ui')
    .replaceAll("'", '"')
    .replace(/\s+/g, ' ')
    .trim()
  return family === '' ? (mono ? 'monospace' : 'sans-serif') : family
}

/** Calls back when the theme of the page or of the system changes, and when a font has come that a canvas had to do without. */
export function onLookChange(changed: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  media.addEventListener('change', changed)
  document.fonts.addEventListener('loadingdone', changed)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', changed)
    document.fonts.removeEventListener('loadingdone', changed)
  }
}
