import { t } from '../i18n.svelte'
import { call } from '../state/bridge'
import { toasts } from '../state/toasts.svelte'

const kept = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
] as const

/**
 * A drawing as a file of its own: colours resolved for light, text as text, no classes. The clone is measured in a light
 * corner of the page, because tokens are only resolved there.
 */
export function svgText(svg: SVGSVGElement): string {
  const corner = document.createElement('div')
  corner.style.colorScheme = 'light'
  corner.style.position = 'absolute'
  corner.style.visibility = 'hidden'
  const clone = svg.cloneNode(true)
  corner.append(clone)
  document.body.append(corner)
  try {
    if (!(clone instanceof SVGSVGElement)) return ''
    for (const element of clone.querySelectorAll<SVGElement>('*')) {
      const style = getComputedStyle(element)
      for (const name of kept) {
        const value = style.getPropertyValue(name)
        if (value !== '' && value !== 'none 0px') element.setAttribute(name, value)
      }
    }
    for (const element of [clone, ...clone.querySelectorAll('*')]) {
      element.removeAttribute('class')
      element.removeAttribute('style')
    }
    clone.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    ground.setAttribute('width', '100%')
    ground.setAttribute('height', '100%')
    ground.setAttribute('fill', 'white')
    clone.prepend(ground)
    return new XMLSerializer().serializeToString(clone)
  } finally {
    corner.remove()
  }
}

export async function saveSvg(svg: SVGSVGElement | undefined, suggestedName: string): Promise<void> {
  if (!svg) return
  const saved = await call('export.save', { kind: 'svg', suggestedName, data: svgText(svg) })
  if (saved) toasts.say(t('saved', { name: saved.name }))
}

export async function saveText(kind: 'csv' | 'text' | 'markdown', suggestedName: string, data: string): Promise<void> {
  const saved = await call('export.save', { kind, suggestedName, data })
  if (saved) toasts.say(t('saved', { name: saved.name }))
}
