import { writeFileSync } from 'node:fs'
import { encodeQR } from 'qr'

// Even, as colours are stored for two pixels at a time.
const PIXELS_PER_MODULE = 6
const GREY = 128

/** Writes what a camera sees that looks at a QR code and nothing else, for Chromium's fake camera (YUV4MPEG2). */
export function writeCodeVideo(path: string, text: string): void {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: 4 })
  const side = modules.length * PIXELS_PER_MODULE
  const isDark = (x: number, y: number) => modules[at(y)]?.[at(x)] === true
  const luma = Buffer.from(Uint8Array.from({ length: side * side }, (_, i) => (isDark(i % side, i / side) ? 16 : 235)))
  const chroma = Buffer.alloc((side * side) / 2, GREY)
  const head = Buffer.from(`YUV4MPEG2 W${side} H${side} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, Buffer.from('FRAME\n'), luma, chroma]))
}

function at(pixel: number): number {
  return Math.floor(pixel / PIXELS_PER_MODULE)
}
