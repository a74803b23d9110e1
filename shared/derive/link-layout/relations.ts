import { boxState, pill, place, priority, stroke } from './pen'
import type { Pen } from './pen'
import { z } from './sheet'
import { textWidth } from './text-width'
import type { Point } from './types'

/** More routes than this are text in the boxes and drawn on selection only. */
const mostRelations = 4

/** Slots where a NIC is meant to be, and the paths to the NIC that is there instead. */
export function drawGhosts(pen: Pen): void {
  const { graph, sk, c, sheet, words, density } = pen
  if (!pen.layers.has('nic') || sk.rows.nic === undefined) return
  const full = density === 'full'
  for (const ghost of graph.ghosts) {
    const at = place(pen, ghost.gpu)
    const group = graph.boxes.flatMap((box) => box.groups).find((item) => item.gpus.includes(ghost.gpu))
    if (!at || group?.kind === 'unknown') continue
    const x = at.x - c.boxWidth / 2
    const y = sk.rows.nic
    // The column belongs to another GPU's NIC: then the GPU's own panel says it.
    if (sheet.boxes.some((box) => Math.abs(box.x - x) < 1 && Math.abs(box.y - y) < 1)) continue
    const shares = ghost.shares === undefined ? undefined : pen.nic(ghost.shares)?.label
    const state = boxState(pen, ghost.id, 'degraded')
    const own = textWidth(words.noOwnNic, c.value, true) < c.boxWidth - 4 ? words.noOwnNic : words.none
    sheet.boxes.push({
      id: ghost.id,
      kind: 'ghost',
      x,
      y,
      w: c.boxWidth,
      h: sk.rows.nicHeight,
      state,
      z: z.box,
      layer: 'nic',
      members: [ghost.gpu],
      title: `${pen.gpu(ghost.gpu)?.label ?? ''}: ${words.noOwnNic}${shares === undefined ? '' : `, ${words.shares(shares)}`}`,
      lines: full
        ? [
            {
              text: own,
              x: at.x,
              y: y + (shares === undefined ? 24 : 17),
              size: c.value,
              anchor: 'middle',
              tone: 'degraded',
              strong: true,
            },
            ...(shares === undefined
              ? []
              : [
                  {
                    text: words.shares(shares),
                    x: at.x,
                    y: y + 31,
                    size: 10,
                    anchor: 'middle' as const,
                    tone: 'text-3' as const,
                  },
                ]),
          ]
        : [
            {
              text: words.none,
              x: at.x,
              y: y + sk.rows.nicHeight / 2 + 4,
              size: c.value,
              anchor: 'middle',
              tone: 'degraded',
              strong: true,
            },
          ],
    })
  }
  const chosen = graph.relations.filter(
    (relation) =>
      relation.id === pen.route ||
      relation.ghost === pen.route ||
      relation.nic === pen.route ||
      graph.ghosts.some((ghost) => ghost.id === relation.ghost && ghost.gpu === pen.route),
  )
  const drawn = graph.relations.length <= mostRelations ? graph.relations : chosen.slice(0, mostRelations)
  drawn.forEach((relation, i) => {
    drawRelation(pen, relation, i)
  })
}

function drawRelation(pen: Pen, relation: Pen['graph']['relations'][number], order: number): void {
  const { sheet, sk, c } = pen
  const ghost = sheet.boxes.find((box) => box.id === relation.ghost)
  const nic = sheet.boxes.find((box) => box.members.includes(relation.nic))
  if (!ghost || !nic) return
  const start = { x: ghost.x + ghost.w / 2, y: ghost.y + ghost.h }
  const along = sk.rows.channelTop + c.channel * 0.42 + order * 6
  const points =
    nic.y >= sk.rows.cpu
      ? downTo(pen, nic, start, along, order)
      : [
          start,
          { x: start.x, y: along },
          { x: nic.x + nic.w / 2 + 12, y: along },
          { x: nic.x + nic.w / 2 + 12, y: nic.y + nic.h },
        ]
  const id = relation.id
  const drawn = stroke(pen, id, 'degraded')
  sheet.edges.push({
    id,
    kind: 'relation',
    from: relation.ghost,
    to: nic.id,
    points,
    state: drawn,
    halo: 'surface-2',
    z: z.line,
    layer: 'nic',
    title: `${pen.gpu(ghost.members[0] ?? '')?.label ?? ''} → ${nic.title}: ${relation.token}`,
  })
  const turn = points[2]
  if (!turn) return
  const from = Math.min(start.x, turn.x)
  const to = Math.max(start.x, turn.x)
  // Near the corner where the route leaves the box, clear of the trunks that cross it.
  const wanted = start.x > turn.x ? from + 36 : to - 36
  const w = textWidth(relation.token, c.value, true) + 8
  const clear = (x: number): boolean =>
    !sheet.edges.some(
      (edge) =>
        edge.id !== id &&
        edge.points.some((p, i) => {
          const q = edge.points[i + 1]
          return (
            q !== undefined &&
            p.x === q.x &&
            Math.abs(p.x - x) < w / 2 + 2 &&
            Math.min(p.y, q.y) < along &&
            Math.max(p.y, q.y) > along
          )
        }),
    )
  let x = wanted
  for (let step = 0; step <= 12; step++) {
    const tried = [wanted + step * 8, wanted - step * 8].find(
      (value) => value > from + w / 2 && value < to - w / 2 && clear(value),
    )
    if (tried !== undefined) {
      x = tried
      break
    }
  }
  pen.candidates.push({
    ...pill(pen, {
      id: `label:${id}`,
      x,
      y: along,
      text: relation.token,
      state: drawn === 'accent' ? 'accent' : 'degraded',
      on: id,
      layer: 'nic',
      z: z.label,
    }),
    priority: priority.deviation,
  })
}

/** Down in a gap between two NUMA boxes and into the side of the NIC, or from above where another NIC stands in between. */
function downTo(
  pen: Pen,
  nic: { x: number; y: number; w: number; h: number },
  start: Point,
  along: number,
  order: number,
): Point[] {
  const { sk, c, sheet } = pen
  const at = sk.boxes.findIndex((box) => nic.x >= box.left && nic.x < box.left + box.width)
  const box = sk.boxes[at]
  if (!box) return [start, { x: start.x, y: along }]
  const goRight = at < sk.boxes.length - 1
  const shift = order * 4
  const x = goRight ? box.left + box.width + c.numaGap / 2 - shift : box.left - (at === 0 ? 8 : c.numaGap / 2) + shift
  // A NIC in a second row has its own line at the middle of its left side.
  const middle = nic.y + nic.h * (goRight ? 0.5 : 0.7) + (order % 3) * (goRight ? 4 : 2)
  const between = sheet.boxes.some(
    (other) =>
      other.kind !== 'numa' &&
      other.y < middle &&
      other.y + other.h > middle &&
      (goRight ? other.x > nic.x && other.x < x : other.x < nic.x && other.x > x),
  )
  if (!between)
    return [
      start,
      { x: start.x, y: along },
      { x, y: along },
      { x, y: middle },
      { x: goRight ? nic.x + nic.w : nic.x, y: middle },
    ]
  const above = nic.y - (c.gapR / 2 - 1) + (order % 2) * 3
  const top = nic.x + nic.w / 2 + (goRight ? 12 : -12)
  return [start, { x: start.x, y: along }, { x, y: along }, { x, y: above }, { x: top, y: above }, { x: top, y: nic.y }]
}
