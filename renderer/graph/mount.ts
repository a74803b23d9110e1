import cytoscape from 'cytoscape'
import type { Core, EventObject, Position } from 'cytoscape'
import { nextBox, edgesOf, type Direction } from '@shared/derive/link-layout/neighbours'
import type { LinkLayout } from '@shared/derive/link-layout'
import { dragTogether } from './drag'
import { graphElements, type Theme } from './elements'
import { inPieces } from './in-pieces'
import { drawSharp, forgetRemoved } from './sharp'
import { graphStyle } from './style'
import { fontFamily, onLookChange, readPalette } from './theme'

export interface GraphOptions {
  /** A box or an edge was chosen by pointer or keyboard; null: the background. `open` asks for the panel (Enter). */
  readonly onselect?: (id: string | null, how: { readonly open: boolean }) => void
  /** The pointer is over a box or edge; the point is in pixels of the container. */
  readonly onhover?: (
    hover: { readonly id: string; readonly title: string; readonly x: number; readonly y: number } | null,
  ) => void
  /** The user moved or zoomed the picture: for two linked graphs. */
  readonly onview?: (view: { readonly zoom: number; readonly pan: Position }) => void
  /** The menu of a part is asked for; the point is in pixels of the container. */
  readonly oncontext?: (id: string, at: Position) => void
  /** A box was dragged: how far from where it was drawn, in px of the drawing. */
  readonly onmove?: (id: string, by: { readonly dx: number; readonly dy: number }) => void
  /** After `fit`: whether the whole picture is in sight. */
  readonly onfit?: (whole: boolean) => void
  /** NVLink and PCIe lines are quiet below an NCCL layer. */
  readonly faded?: boolean
  /** Smallest and largest zoom that `fit` chooses. */
  readonly zoom?: readonly [smallest: number, largest: number]
}

export interface GraphHandle {
  update(layout: LinkLayout, options?: { readonly faded?: boolean }): void
  select(id: string | null): void
  /** Boxes can be dragged. */
  unlock(on: boolean): void
  fit(): void
  setView(view: { readonly zoom: number; readonly pan: Position }): void
  /** The picture as PNG, twice the pixels of the drawing. */
  png(): Promise<Blob>
  destroy(): void
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Draws a layout on a canvas inside `element`. Positions are given; nothing moves but pan and zoom. */
export function mountGraph(element: HTMLElement, first: LinkLayout, options: GraphOptions = {}): GraphHandle {
  let layout = first
  let faded = options.faded ?? false
  let selected: string | null = null
  let touched = false
  const theme = (): Theme => ({
    palette: readPalette(element),
    ui: fontFamily(element, false),
    mono: fontFamily(element, true),
    faded,
  })
  keepStyleOut()
  let arrival = inPieces(graphElements(layout, theme()))
  const cy = cytoscape({
    container: element,
    elements: arrival.first,
    style: graphStyle(readPalette(element)),
    // Fitting is ours: the layout's own would measure every label first.
    layout: { name: 'preset', fit: false },
    autoungrabify: true,
    autounselectify: true,
    boxSelectionEnabled: false,
    minZoom: 0.2,
    maxZoom: 6,
    textureOnViewport: false,
    hideEdgesOnViewport: false,
    motionBlur: false,
    pixelRatio: Math.max(1, window.devicePixelRatio),
  })
  drawSharp(cy)

  const owner = (event: EventObject): string | null => {
    const target = event.target
    if (target === cy) return null
    const on: unknown = target.data('on')
    return typeof on === 'string' ? on : target.hasClass('hit') ? String(target.id()) : null
  }
  const show = (id: string | null): void => {
    selected = id
    cy.batch(() => {
      cy.elements('.chosen').removeClass('chosen')
      if (id !== null) cy.getElementById(id).addClass('chosen')
    })
  }
  const choose = (id: string | null, open: boolean): void => {
    show(id)
    options.onselect?.(id, { open })
  }
  cy.on('tap', (event) => {
    element.focus({ preventScroll: true })
    choose(owner(event), false)
  })
  cy.on('mouseover', 'node, edge', (event) => {
    const id = owner(event)
    const item =
      id === null
        ? undefined
        : (layout.boxes.find((box) => box.id === id) ?? layout.edges.find((edge) => edge.id === id))
    if (!item) return
    cy.getElementById(item.id).addClass('over')
    const at = event.renderedPosition
    options.onhover?.({ id: item.id, title: item.title, x: at.x, y: at.y })
  })
  const leave = (): void => {
    cy.elements('.over').removeClass('over')
    options.onhover?.(null)
  }
  cy.on('mouseout', 'node, edge', leave)
  // A pointer that leaves the pane in one stride is not seen leaving the box.
  element.addEventListener('pointerleave', leave)
  cy.on('cxttap', (event) => {
    const id = owner(event)
    if (id === null) return
    choose(id, false)
    options.oncontext?.(id, { ...event.renderedPosition })
  })
  // What is written on a box is other nodes, which go along while it is dragged.
  const dragging = dragTogether(cy, () => layout, options.onmove)
  cy.on('viewport', () => {
    keepTitles(cy)
    options.onview?.({ zoom: cy.zoom(), pan: { ...cy.pan() } })
  })
  cy.on('dragpan scrollzoom pinchzoom', () => {
    touched = true
  })

  /** Readable first; asked again, all of it. */
  let readable = false
  const fit = (all = false): void => {
    touched = false
    const whole = fitInto(cy, layout, options.zoom, all)
    readable = !all
    options.onfit?.(whole)
  }
  const onwheel = (event: WheelEvent): void => {
    const sideways = event.shiftKey
      ? event.deltaY || event.deltaX
      : Math.abs(event.deltaX) > Math.abs(event.deltaY)
        ? event.deltaX
        : 0
    if (sideways === 0) return
    event.preventDefault()
    event.stopPropagation()
    touched = true
    cy.panBy({ x: -sideways, y: 0 })
  }
  // Before cytoscape takes the wheel for zooming.
  element.addEventListener('wheel', onwheel, { capture: true, passive: false })
  const reload = (): void => {
    const now = theme()
    arrival.stop()
    cy.elements().remove()
    forgetRemoved(cy)
    arrival = inPieces(graphElements(layout, now))
    cy.batch(() => cy.add(arrival.first))
    cy.style(graphStyle(now.palette))
    arrive()
  }
  /** The rest of a large picture follows in the next frames; those who wait for all of it are told when it is there. */
  const whole: (() => void)[] = []
  const arrive = (): void => {
    element.setAttribute('aria-busy', 'true')
    // No box is taken before it is all there: `dragging.refresh` allows it.
    cy.autoungrabify(true)
    arrival.begin(cy, () => {
      show(selected)
      keepTitles(cy)
      dragging.refresh()
      element.removeAttribute('aria-busy')
      for (const told of whole.splice(0)) told()
    })
  }
  arrive()
  const onkeydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = arrows[event.key]
    if (direction) {
      const from = layout.edges.some((edge) => edge.id === selected)
        ? layout.edges.find((edge) => edge.id === selected)?.from
        : (selected ?? undefined)
      const next = nextBox(layout, from, direction)
      if (next) choose(next.id, false)
      event.preventDefault()
    } else if ((event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) && selected !== null) {
      const box = cy.getElementById(selected).renderedBoundingBox()
      options.oncontext?.(selected, { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 })
      event.preventDefault()
    } else if (event.key === 'Enter' && selected !== null) {
      choose(selected, true)
      event.preventDefault()
    } else if (event.key === 'Tab' && selected !== null && stepEdges(event.shiftKey)) event.preventDefault()
    else if (event.key === '+' || event.key === '=') zoomBy(1.25)
    else if (event.key === '-') zoomBy(0.8)
    else if (event.key === 'Escape' && selected !== null) {
      choose(null, false)
      event.preventDefault()
    }
  }
  /** Tab walks the edges of the selected box; behind the last one it leaves the graph as everywhere. */
  let home: string | undefined
  const stepEdges = (back: boolean): boolean => {
    const box = layout.boxes.some((item) => item.id === selected) ? (selected ?? undefined) : home
    if (box === undefined) return false
    home = box
    const edges = edgesOf(layout, box)
    const at = selected === box ? -1 : edges.indexOf(selected ?? '')
    const next = back ? at - 1 : at + 1
    if (back && at === 0) {
      choose(box, false)
      return true
    }
    const id = edges[next]
    if (id === undefined) return false
    choose(id, false)
    return true
  }
  const zoomBy = (factor: number): void => {
    touched = true
    cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } })
  }
  element.addEventListener('keydown', onkeydown)
  const stopTheme = onLookChange(reload)
  // A pane that changes its size keeps the picture in it until the user has moved it.
  const resize = new ResizeObserver(() => {
    cy.resize()
    if (!touched) fit()
  })
  resize.observe(element)
  fit()

  return {
    update(next, change) {
      if (next === layout && (change?.faded ?? faded) === faded) return
      const other = next.width !== layout.width || next.height !== layout.height
      layout = next
      faded = change?.faded ?? faded
      if (
        selected !== null &&
        !next.boxes.some((box) => box.id === selected) &&
        !next.edges.some((edge) => edge.id === selected)
      )
        selected = null
      reload()
      if (other && !touched) fit()
    },
    select: show,
    unlock: dragging.unlock,
    fit: () => {
      fit(readable && !touched && !wholeInSight(cy, layout))
    },
    setView(view) {
      touched = true
      cy.viewport({ zoom: view.zoom, pan: view.pan })
    },
    async png() {
      if (element.hasAttribute('aria-busy')) await new Promise<void>((told) => whole.push(told))
      return cy.png({ output: 'blob-promise', full: true, scale: 2, bg: readPalette(element).surface })
    },
    destroy() {
      arrival.stop()
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('keydown', onkeydown)
      element.removeEventListener('wheel', onwheel, { capture: true })
      stopTheme()
      resize.disconnect()
      cy.destroy()
    },
  }
}

/**
 * Scales the picture to the pane between the two limits. A picture that is still too wide starts at its left edge and scrolls:
 * text never gets smaller than the limit allows.
 */
function fitInto(cy: Core, layout: LinkLayout, limits: readonly [number, number] | undefined, all: boolean): boolean {
  const [smallest, largest] = limits ?? (layout.density === 'full' ? [0.9, 1.35] : [1, 1.5])
  const width = cy.width()
  const height = cy.height()
  if (width <= 0 || height <= 0) return true
  const pad = 12
  const wanted = Math.min((width - 2 * pad) / layout.width, (height - 2 * pad) / layout.height)
  const zoom = Math.min(largest, Math.max(all ? 0.2 : smallest, wanted))
  const spare = { x: width - layout.width * zoom, y: height - layout.height * zoom }
  cy.viewport({
    zoom,
    pan: {
      x: Math.round(spare.x > 2 * pad ? spare.x / 2 : pad),
      y: Math.round(spare.y > 2 * pad ? spare.y / 2 : pad),
    },
  })
  return wholeInSight(cy, layout)
}

function wholeInSight(cy: Core, layout: LinkLayout): boolean {
  return layout.width * cy.zoom() <= cy.width() && layout.height * cy.zoom() <= cy.height()
}

/** Row titles stay in view when the picture is moved to the left. */
function keepTitles(cy: Core): void {
  const shift = Math.max(0, -cy.pan().x / cy.zoom() - 1 + 4 / cy.zoom())
  cy.batch(() => {
    cy.nodes('.title').forEach((node) => {
      const home: unknown = node.data('home')
      if (typeof home !== 'number') return
      node.position('x', home + shift)
      node.toggleClass('afloat', shift > 0)
    })
  })
}

/**
 * cytoscape puts one style element (`position: relative` for its container) into the page, which the content policy refuses.
 * It does so only where none of that id exists; our containers are positioned by the page anyway.
 */
function keepStyleOut(): void {
  const id = '__________cytoscape_stylesheet'
  if (document.getElementById(id)) return
  const mark = document.createElement('meta')
  mark.id = id
  document.head.append(mark)
}
