/** The five states of a thing, and `info`; each has its icon, colour, dash and word (tokens.css, docs). */
export type IconState = 'good' | 'degraded' | 'dead' | 'unknown' | 'unchecked' | 'info'

/** 12 px icons as path data: `line` is stroked with the current colour, `fill` filled, `cut` stroked with the surface. */
export const icons: Readonly<
  Record<IconState, { readonly fill?: string; readonly line?: string; readonly dashed?: string; readonly cut?: string }>
> = {
  good: { line: 'M11.2 6A5.2 5.2 0 1 1 .8 6a5.2 5.2 0 0 1 10.4 0M3.4 6.2l1.8 1.9 3.4-4' },
  degraded: { fill: 'M6 .6L11.8 11.2H.2z', cut: 'M6 4.2v3.4M6 8.8v1.3' },
  dead: { fill: 'M3.6.5h4.8l3.1 3.1v4.8l-3.1 3.1H3.6L.5 8.4V3.6z', cut: 'M3.9 3.9l4.2 4.2M8.1 3.9L3.9 8.1' },
  unknown: {
    dashed: 'M11.2 6A5.2 5.2 0 1 1 .8 6a5.2 5.2 0 0 1 10.4 0',
    line: 'M4.4 4.8c0-2.1 3.2-2.1 3.2-.2 0 1.2-1.6 1.2-1.6 2.4M6 8.2v1.2',
  },
  unchecked: {
    dashed:
      'M2.3.8h7.4a1.5 1.5 0 0 1 1.5 1.5v7.4a1.5 1.5 0 0 1-1.5 1.5H2.3A1.5 1.5 0 0 1 .8 9.7V2.3A1.5 1.5 0 0 1 2.3.8',
    line: 'M3.5 6h5',
  },
  info: { line: 'M2.7.7h6.6a2 2 0 0 1 2 2v6.6a2 2 0 0 1-2 2H2.7a2 2 0 0 1-2-2V2.7a2 2 0 0 1 2-2M6 5.2v4M6 2.7v1.4' },
}
