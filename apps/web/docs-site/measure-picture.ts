import type { Picture } from './render.ts'
import { findSource, readPicture } from './sources.ts'

/** The size of an SVG by its viewBox, or of a PNG by its header. */
export function measurePicture(file: string): Picture | undefined {
  if (findSource(file) === undefined) return undefined
  const bytes = readPicture(file)
  // PNG (RFC 2083, section 3.2): width and height stand at offset 16, as big-endian numbers.
  if (file.endsWith('.png')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(bytes.toString('utf8', 0, 2000)) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}
