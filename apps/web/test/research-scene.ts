import { writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

const PICTURES = 30

/** Flags by which a Chromium has a drawn person, who sways, before its camera. */
export async function personFlags(browser: Browser, file: string): Promise<string[]> {
  const page = await browser.newPage()
  const pictures = await page.evaluate<string[]>(`(async () => {
    const canvas = new OffscreenCanvas(640, 480)
    const pictures = []
    for (let i = 0; i < ${PICTURES}; i++) {
      ;(${drawPerson.toString()})(canvas.getContext('2d'), 320 + 40 * Math.sin((2 * Math.PI * i) / ${PICTURES}))
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
      pictures.push(new Uint8Array(await jpeg.arrayBuffer()).toBase64())
    }
    return pictures
  })()`)
  await page.close()
  writeFileSync(file, Buffer.concat(pictures.map((picture) => Buffer.from(picture, 'base64'))))
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
}

// Runs in a page. A person seen from the front: legs, shirt, arms, and a head with a face, which the model looks for first.
function drawPerson(canvas: OffscreenCanvasRenderingContext2D, middle: number): void {
  const line = (color: string, width: number, ...points: [number, number][]) => {
    canvas.strokeStyle = color
    canvas.lineWidth = width
    canvas.beginPath()
    for (const [x, y] of points) canvas.lineTo(middle + x, y)
    canvas.stroke()
  }
  const oval = (color: string, [x, y]: [number, number], [width, height]: [number, number]) => {
    canvas.fillStyle = color
    canvas.beginPath()
    canvas.ellipse(middle + x, y, width, height, 0, 0, 7)
    canvas.fill()
  }
  Object.assign(canvas, { fillStyle: '#8a949a', lineCap: 'round', lineJoin: 'round' })
  canvas.fillRect(0, 0, 640, 480)
  for (const side of [-1, 1]) line('#3b3b44', 36, [22 * side, 255], [26 * side, 340], [28 * side, 420])
  for (const side of [-1, 1]) line('#1d1d1d', 18, [28 * side, 440], [44 * side, 448])
  canvas.fillStyle = '#3a5f8a'
  line('#3a5f8a', 20, [-48, 120], [48, 120], [36, 250], [-36, 250], [-48, 120])
  canvas.fill()
  line('#d9a384', 26, [0, 80], [0, 115])
  for (const side of [-1, 1]) line('#3a5f8a', 24, [52 * side, 124], [80 * side, 180])
  for (const side of [-1, 1]) line('#d9a384', 18, [80 * side, 182], [92 * side, 240], [94 * side, 258])
  oval('#3a2a1e', [0, 44], [34, 40])
  oval('#d9a384', [0, 56], [28, 36])
  for (const side of [-1, 1]) {
    oval('#ffffff', [11 * side, 50], [6, 3.5])
    oval('#222222', [11 * side, 50], [3, 3])
    line('#3a2a1e', 2.5, [17 * side, 42], [6 * side, 41])
    oval('#d9a384', [29 * side, 54], [5, 9])
  }
  line('#b57f62', 3, [0, 52], [-3, 64], [3, 65])
  line('#a5524c', 4, [-9, 76], [9, 76])
}
