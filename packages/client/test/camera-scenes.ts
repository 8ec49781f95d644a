/** Draws one picture of 640 × 480; these run in a page, and use nothing from outside of them. */
export type Scene = (canvas: OffscreenCanvasRenderingContext2D, shift: number) => void

/** An open hand before a wall, moved to the right by a number of points. */
export const drawHand: Scene = (canvas, shift) => {
  const size = 300
  // Wrist, then four points of each finger from its root to its tip, as shares of the size.
  const wrist = [0.5, 0.95]
  const fingers = [
    { width: 0.115, points: [0.36, 0.87, 0.25, 0.74, 0.17, 0.63, 0.1, 0.54] },
    { width: 0.098, points: [0.37, 0.52, 0.33, 0.34, 0.31, 0.22, 0.29, 0.12] },
    { width: 0.1, points: [0.49, 0.49, 0.49, 0.29, 0.49, 0.15, 0.49, 0.04] },
    { width: 0.095, points: [0.6, 0.51, 0.63, 0.32, 0.65, 0.2, 0.66, 0.1] },
    { width: 0.08, points: [0.7, 0.57, 0.76, 0.43, 0.8, 0.34, 0.83, 0.26] },
  ]
  const place = (x: number, y: number): [number, number] => [320 + shift + (x - 0.5) * size, 230 + (y - 0.5) * size]
  const line = (points: number[], width: number, color: string): void => {
    canvas.strokeStyle = color
    canvas.lineWidth = width * size
    canvas.beginPath()
    for (let i = 0; i < points.length; i += 2) canvas.lineTo(...place(points[i] ?? 0, points[i + 1] ?? 0))
    canvas.stroke()
  }
  const skin = (color: string, wider: number): void => {
    line([...wrist, 0.5, 2], 0.26 * wider, color)
    canvas.fillStyle = color
    line(
      [...wrist, 0.36, 0.87, 0.25, 0.74, 0.37, 0.52, 0.49, 0.49, 0.6, 0.51, 0.7, 0.57, ...wrist],
      0.12 * wider,
      color,
    )
    canvas.fill()
    line([0.7, 0.57, 0.62, 0.92], 0.18 * wider, color)
    for (const { width, points } of fingers) line(points, width * wider, color)
  }
  canvas.fillStyle = '#5f6b70'
  canvas.fillRect(0, 0, 640, 480)
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  skin('#b57f62', 1.12)
  skin('#d9a384', 1)
  canvas.filter = 'blur(4px)'
  for (const { points } of fingers) line(points, 0.035, '#ecc0a4')
  canvas.filter = 'none'
  for (const {
    points: [, , x1 = 0, y1 = 0, x2 = 0, y2 = 0],
  } of fingers)
    for (const [x, y] of [
      [x1, y1],
      [x2, y2],
    ] as const)
      line([x - 0.03, y, x + 0.03, y], 0.01, '#a26e55')
  line([0.34, 0.6, 0.48, 0.66, 0.45, 0.92], 0.01, '#a26e55')
  line([0.33, 0.58, 0.55, 0.6, 0.7, 0.7], 0.01, '#a26e55')
}

/** A standing person seen from the front, moved to the right by a number of points. */
export const drawPerson: Scene = (canvas, shift) => {
  const line = (color: string, width: number, ...points: [number, number][]): void => {
    canvas.strokeStyle = color
    canvas.lineWidth = width
    canvas.beginPath()
    for (const [x, y] of points) canvas.lineTo(320 + shift + x, y)
    canvas.stroke()
  }
  const oval = (color: string, x: number, y: number, [width, height]: [number, number]): void => {
    canvas.fillStyle = color
    canvas.beginPath()
    canvas.ellipse(320 + shift + x, y, width, height, 0, 0, 7)
    canvas.fill()
  }
  canvas.fillStyle = '#8a949a'
  canvas.fillRect(0, 0, 640, 480)
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  for (const side of [-1, 1]) {
    line('#3b3b44', 36, [22 * side, 255], [26 * side, 340], [28 * side, 420])
    line('#1d1d1d', 18, [28 * side, 440], [44 * side, 448])
  }
  canvas.fillStyle = '#3a5f8a'
  line('#3a5f8a', 20, [-48, 120], [48, 120], [36, 250], [-36, 250], [-48, 120])
  canvas.fill()
  line('#d9a384', 26, [0, 80], [0, 115])
  for (const side of [-1, 1]) {
    line('#3a5f8a', 24, [52 * side, 124], [80 * side, 180])
    line('#d9a384', 18, [80 * side, 182], [92 * side, 240], [94 * side, 258])
  }
  oval('#3a2a1e', 0, 46, [34, 40])
  oval('#d9a384', 0, 54, [28, 36])
  oval('#3a2a1e', 0, 24, [28, 14])
  for (const side of [-1, 1]) {
    oval('#ffffff', 11 * side, 50, [6, 3.5])
    oval('#222222', 11 * side, 50, [3, 3])
    line('#3a2a1e', 2.5, [17 * side, 42], [6 * side, 41])
    oval('#d9a384', 29 * side, 54, [5, 9])
  }
  line('#b57f62', 3, [0, 52], [-3, 64], [3, 65])
  line('#a5524c', 4, [-9, 76], [9, 76])
}
