import type { MatrixCell } from '@shared/derive/link-graph'

/**
 * The row and the column of a cell, and the cell that is chosen, marked on the cells themselves. A machine of 80 devices has
 * 6400 cells: the few that change are touched, where an expression in each of them would run 6400 times for a move of the pointer.
 */
export function markCells(
  table: HTMLTableElement,
  selected: MatrixCell | undefined,
  focus: MatrixCell | { readonly row: number; readonly column: number } | undefined,
): void {
  const at = (row: number, column: number): HTMLElement | undefined => table.tBodies[0]?.rows[row]?.cells[column + 1]
  for (const cell of table.querySelectorAll('td.sel')) {
    cell.classList.remove('sel')
    cell.setAttribute('aria-selected', 'false')
  }
  for (const cell of table.querySelectorAll('td[tabindex="0"]')) cell.setAttribute('tabindex', '-1')
  for (const cell of table.querySelectorAll('td.line')) cell.classList.remove('line')
  const chosen = selected && at(selected.row, selected.column)
  if (chosen) {
    chosen.classList.add('sel')
    chosen.setAttribute('aria-selected', 'true')
  }
  const stop = chosen ?? at(0, 0)
  stop?.setAttribute('tabindex', '0')
  if (!focus) return
  const count = table.tBodies[0]?.rows.length ?? 0
  for (let i = 0; i < count; i++)
    for (const cell of [at(focus.row, i), at(i, focus.column)])
      if (cell && cell !== chosen && cell.dataset['cell'] !== undefined) cell.classList.add('line')
}

/** Which cell an event happened in: [row, column]. */
export function cellOf(event: Event): readonly [row: number, column: number] | undefined {
  const cell = event.target instanceof Element ? event.target.closest('td[data-cell]') : null
  if (!(cell instanceof HTMLElement)) return undefined
  const [row, column] = (cell.dataset['cell'] ?? '').split('-').map(Number)
  return row === undefined || column === undefined ? undefined : [row, column]
}
