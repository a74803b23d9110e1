import { rateText } from './rate'
import { pill, priority, sentence, stroke } from './pen'
import type { Pen } from './pen'
import { z } from './sheet'
import { textWidth } from './text-width'
import type { DrawState, GraphNic } from '../link-graph/types'

const order: readonly DrawState[] = ['dead', 'degraded', 'unchecked', 'unknown', 'good', 'plain']

/** The network port below a NIC: what goes out of the machine there, at which rate. A port that is down is drawn dead. */
export function drawPort(pen: Pen, id: string, nics: readonly GraphNic[], x: number, foot: number): void {
  const first = nics[0]
  if (!pen.layers.has('port') || !first) return
  const { c, sheet } = pen
  const state = order.find((item) => nics.some((nic) => nic.port === item)) ?? 'unknown'
  const edge = `port:${id}`
  const at = x + 8
  const drawn = stroke(pen, edge, state)
  sheet.edges.push({
    id: edge,
    kind: 'port',
    from: id,
    to: '',
    points: [
      { x: at, y: foot },
      { x: at, y: foot + 12 },
    ],
    state: drawn,
    z: z.line,
    layer: 'port',
    title: sentence(...nics.map((nic) => [nic.label, portText(pen, nic)].join(' '))),
  })
  const up = nics.filter((nic) => nic.port === 'good').length
  const text =
    nics.length === 1
      ? portText(pen, first)
      : state === 'good'
        ? `${String(nics.length)} × ${portText(pen, first)}`
        : pen.words.upOfDue(String(up), String(nics.length))
  const size = c.tapText
  const pilled = state === 'dead' || state === 'degraded'
  const wide = Math.ceil(textWidth(text, size, pilled)) + (pilled ? 8 : 2)
  const centre = at + 5 + wide / 2
  const label = { id: `label:${edge}`, x: centre, y: foot + 9, text, on: edge, layer: 'port' as const, z: z.label }
  if (state === 'dead' || state === 'degraded') pen.candidates.push(pill(pen, { ...label, state, size, h: size + 3 }))
  else
    pen.candidates.push({
      ...label,
      w: wide,
      h: size + 2,
      size,
      tone: state === 'good' ? 'text-2' : 'unknown',
      priority: priority.value,
    })
}

/** `IB 400G`, `Eth 25G`, `down`, `Initializing`, or what is not known. */
function portText(pen: Pen, nic: GraphNic): string {
  if (nic.port === 'dead') return pen.words.portDown
  if (nic.port === 'degraded') return (nic.portState ?? '?').replace(/^\d+: */, '').slice(0, 10)
  const layer = nic.linkLayer === 'InfiniBand' ? 'IB ' : nic.linkLayer === 'Ethernet' ? 'Eth ' : ''
  const rate = nic.gigabitsPerSecond === undefined ? '?' : rateText(nic.gigabitsPerSecond)
  return nic.port === 'good' ? `${layer}${rate}` : nic.gigabitsPerSecond === undefined ? '?' : `${layer}${rate} ?`
}
