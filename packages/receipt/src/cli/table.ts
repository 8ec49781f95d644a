import { printable } from './printable.ts'

export type Style = 'good' | 'bad' | 'quiet' | 'strong'

/** Text as a receipt or a file gave it: writing the table is what makes it safe to print. */
export type Cell = string | { text: string; style: Style }

export type Row = readonly Cell[]

const ANSI: Record<Style, string> = { good: '\u001b[32m', bad: '\u001b[31m', quiet: '\u001b[2m', strong: '\u001b[1m' }
const ANSI_END = '\u001b[0m'
const COLUMN_GAP = '  '

type Look = { colors: boolean }
type Piece = { text: string; style?: Style }

/** Writes blocks of rows with aligned columns and an empty line between blocks; the last cell of a row may be of any length. */
export function writeBlocks(blocks: readonly (readonly Row[])[], look: Look): string {
  return blocks
    .filter((rows) => rows.length > 0)
    .map((rows) => writeTable(rows, look))
    .join('\n')
}

function writeTable(rows: readonly Row[], look: Look): string {
  const pieces = rows.map((row) => row.map(asPiece))
  const widths = measureWidths(pieces)
  return pieces.map((row) => `${writeRow(row, widths, look)}\n`).join('')
}

function asPiece(cell: Cell): Piece {
  return typeof cell === 'string' ? { text: printable(cell) } : { ...cell, text: printable(cell.text) }
}

function measureWidths(rows: readonly Piece[][]): number[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, { text }] of row.slice(0, -1).entries()) {
      widths[column] = Math.max(widths[column] ?? 0, text.length)
    }
  }
  return widths
}

function writeRow(row: readonly Piece[], widths: readonly number[], look: Look): string {
  const last = row.length - 1
  const cells = row.map((piece, column) => {
    const padding = column === last ? '' : ' '.repeat((widths[column] ?? 0) - piece.text.length)
    return paint(piece, look) + padding
  })
  return cells.join(COLUMN_GAP).trimEnd()
}

function paint({ text, style }: Piece, { colors }: Look): string {
  return colors && style !== undefined && text !== '' ? ANSI[style] + text + ANSI_END : text
}
