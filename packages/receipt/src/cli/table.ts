export type Style = 'good' | 'bad' | 'quiet' | 'strong'

/** Text of a receipt or a file. `formatBlocks` makes it safe to print. */
export type Cell = string | { text: string; style: Style }

export type Row = readonly Cell[]

const ANSI: Record<Style, string> = { good: '\u001b[32m', bad: '\u001b[31m', quiet: '\u001b[2m', strong: '\u001b[1m' }
const ANSI_END = '\u001b[0m'
const COLUMN_GAP = '  '

type Look = { colors: boolean }
type Piece = { text: string; style?: Style }

/**
 * Formats blocks of rows as text: columns aligned within each block, and an empty line between blocks. The last cell of a row can have any length.
 * `look.colors` adds the ANSI colors of styled cells.
 */
export function formatBlocks(blocks: readonly (readonly Row[])[], look: Look): string {
  return blocks
    .filter((rows) => rows.length > 0)
    .map((rows) => formatTable(rows, look))
    .join('\n')
}

function formatTable(rows: readonly Row[], look: Look): string {
  const pieces = rows.map((row) => row.map(toPiece))
  const widths = measureWidths(pieces)
  return pieces.map((row) => `${formatRow(row, widths, look)}\n`).join('')
}

function toPiece(cell: Cell): Piece {
  return typeof cell === 'string' ? { text: toPrintable(cell) } : { ...cell, text: toPrintable(cell.text) }
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

function formatRow(row: readonly Piece[], widths: readonly number[], look: Look): string {
  const last = row.length - 1
  const cells = row.map((piece, column) => {
    const padding = column === last ? '' : ' '.repeat((widths[column] ?? 0) - piece.text.length)
    return formatPiece(piece, look) + padding
  })
  return cells.join(COLUMN_GAP).trimEnd()
}

function formatPiece({ text, style }: Piece, { colors }: Look): string {
  return colors && style !== undefined && text !== '' ? ANSI[style] + text + ANSI_END : text
}

// Control characters move the cursor or change colors. Bidi overrides and invisible characters make a text look
// like another one. A receipt can contain them all, so none is printed.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

const MAX_PRINTED_LENGTH = 400

/** Escapes control characters and invisible characters, which could manipulate a terminal, and cuts text after 400 characters. */
export function toPrintable(text: string): string {
  const cut = text.length - MAX_PRINTED_LENGTH
  const shown = encodeUnsafe(text.slice(0, MAX_PRINTED_LENGTH))
  return cut > 0 ? `${shown} ... (${cut} more characters)` : shown
}

/** Converts a value to indented JSON with control characters and invisible characters escaped. Parsing the text gives an equal value. */
export function toPrintableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(UNSAFE, (found) => (found === '\n' ? found : encodeUnits(found)))}\n`
}

function encodeUnsafe(text: string): string {
  return text.replace(UNSAFE, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`)
}

// JSON has only \u with four digits, so a character beyond them becomes two surrogates.
function encodeUnits(found: string): string {
  return Array.from({ length: found.length }, (_, index) => encodeUnit(found.charCodeAt(index))).join('')
}

function encodeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
