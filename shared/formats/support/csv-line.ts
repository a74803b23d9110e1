/**
 * Cells of one line of comma-separated text, trimmed. Quotes appear only when a spreadsheet saved the file again; a doubled quote
 * inside quotes is one. A quote that never closes is text.
 */
export function csvCells(line: string): string[] {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim())
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i)
    if (quoted) {
      if (char !== '"') cell += char
      else if (line.charAt(i + 1) === '"') cell += line.charAt(++i)
      else quoted = false
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      quoted = true
    } else if (char === ',') {
      cells.push(cell.trim())
      cell = ''
    } else cell += char
  }
  cells.push(cell.trim())
  return cells
}
