import type { EdgeSingular, NodeSingular, StylesheetStyle } from 'cytoscape'
import type { Palette } from '@shared/derive/link-layout/palette'

const ofNode = (name: string) => (node: NodeSingular) => node.data(name)
const ofEdge = (name: string) => (edge: EdgeSingular) => edge.data(name)

/** The dashes of the states (link-layout/palette.ts): a pattern cannot be data, so each is a class. */
const dashes: readonly (readonly number[])[] = [
  [8, 3],
  [2, 3],
  [1, 4],
  [5, 5],
  [3, 3],
  [7, 3],
]

/** Bends are measured from end to end of the line, as `link-layout/segments.ts` gives them; the types do not know the word. */
const endToEnd = 'endpoints' as 'node-position'

/** Styles read the element's data; only hover and selection depend on the theme here. */
export function graphStyle(palette: Palette): StylesheetStyle[] {
  return [
    {
      selector: 'node.box',
      style: {
        shape: 'round-rectangle',
        'corner-radius': 'data(radius)',
        width: 'data(w)',
        height: 'data(h)',
        'background-color': 'data(fill)',
        'background-opacity': ofNode('opacity'),
        'border-color': 'data(border)',
        'border-width': 'data(width)',
        'border-style': ofNode('line'),
        'border-dash-pattern': [3, 3],
        'z-index': ofNode('z'),
        'z-index-compare': 'manual',
        'overlay-opacity': 0,
      },
    },
    { selector: 'node.round', style: { shape: 'ellipse' } },
    { selector: 'node.back', style: { events: 'no' } },
    { selector: 'node.through', style: { events: 'no' } },
    { selector: 'node.icon', style: { 'background-image': 'data(image)', 'background-fit': 'contain' } },
    {
      selector: 'node.text',
      style: {
        width: 0.01,
        height: 0.01,
        'background-opacity': 0,
        'border-width': 0,
        label: 'data(label)',
        'font-size': 'data(size)',
        'font-family': 'data(family)',
        'font-weight': ofNode('weight'),
        color: 'data(color)',
        'text-halign': ofNode('halign'),
        'text-valign': 'center',
        'text-wrap': 'none',
        'z-index': ofNode('z'),
        'z-index-compare': 'manual',
        'text-events': 'no',
        events: 'no',
        'min-zoomed-font-size': 0,
        'overlay-opacity': 0,
      },
    },
    {
      selector: 'node.title.afloat',
      style: {
        'text-background-color': 'data(behind)',
        'text-background-opacity': 0.9,
        'text-background-padding': '2px',
      },
    },
    {
      selector: 'node.anchor',
      style: { width: 0.01, height: 0.01, 'background-opacity': 0, events: 'no', 'overlay-opacity': 0 },
    },
    {
      selector: 'edge.edge',
      style: {
        'curve-style': 'straight',
        'source-endpoint': 'data(from)',
        'target-endpoint': 'data(to)',
        'line-color': 'data(color)',
        width: 'data(width)',
        'line-style': ofEdge('line'),
        'line-cap': ofEdge('cap'),
        'line-outline-width': 'data(halo)',
        'line-outline-color': 'data(haloColor)',
        'z-index': ofEdge('z'),
        'z-index-compare': 'manual',
        'overlay-opacity': 0,
        'target-arrow-shape': 'none',
      },
    },
    ...dashes.map((dash): StylesheetStyle => ({
      selector: `edge.dash-${dash.join('-')}`,
      style: { 'line-dash-pattern': [...dash] },
    })),
    {
      selector: 'edge.bent',
      style: {
        'curve-style': 'segments',
        'edge-distances': endToEnd,
        'segment-weights': ofEdge('weights'),
        'segment-distances': ofEdge('distances'),
      },
    },
    {
      selector: 'edge.arrow',
      style: { 'target-arrow-shape': 'triangle', 'target-arrow-color': 'data(color)', 'arrow-scale': 0.7 },
    },
    { selector: 'node.over', style: { 'border-color': palette.accent } },
    {
      selector: 'edge.over',
      style: { 'underlay-color': palette.accent, 'underlay-opacity': 0.18, 'underlay-padding': 3 },
    },
    {
      selector: 'node.chosen',
      style: {
        'outline-color': palette.accent,
        'outline-width': 2,
        'outline-offset': 2,
        'outline-style': 'solid',
        'outline-opacity': 1,
      },
    },
    {
      selector: 'edge.chosen',
      style: { 'underlay-color': palette.accent, 'underlay-opacity': 0.45, 'underlay-padding': 3 },
    },
  ]
}
