import { encodeQR } from 'qr'

/** A QR code as an SVG path, one unit square per dark module, with the quiet zone around it. `size` is the width and height in modules. */
export type QrPath = { size: number; d: string }

// Four modules, as ISO/IEC 18004 asks for.
const BORDER = 4

/** Encodes a text as a QR code with medium error correction, and returns it as an SVG path. */
export function createQrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, d: squares.join('') }
}
