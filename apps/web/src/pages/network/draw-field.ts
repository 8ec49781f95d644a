import { type Particle, positionAt } from './particles.ts'

/** The colors of the field, taken from the style of the page. */
export type Ink = { line: string; point: string; fresh: string }

type Moment = { seconds: number; ink: Ink }

const RINGS = [0.25, 0.5, 0.75, 1]

export function readInk(element: Element): Ink {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return { line: token('--line'), point: token('--soft'), fresh: token('--accent') }
}

/** Draws the dial and all particles, sharp on every screen. */
export function drawField(canvas: HTMLCanvasElement, particles: readonly Particle[], { seconds, ink }: Moment): void {
  const pen = canvas.getContext('2d')
  const side = fitCanvas(canvas)
  if (!pen || side === 0) return
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  // From here on the unit disc fills the canvas.
  pen.setTransform(side * 0.48, 0, 0, side * 0.48, canvas.width / 2, canvas.height / 2)
  drawDial(pen, ink)
  for (const particle of particles) drawParticle(pen, particle, { seconds, ink })
}

function fitCanvas(canvas: HTMLCanvasElement): number {
  const density = Math.min(devicePixelRatio, 2)
  const width = Math.round(canvas.clientWidth * density)
  const height = Math.round(canvas.clientHeight * density)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  return Math.min(width, height)
}

function drawDial(pen: CanvasRenderingContext2D, { line }: Ink): void {
  pen.strokeStyle = line
  pen.lineWidth = 0.004
  for (const ring of RINGS) circle(pen, [0, 0], ring, 'stroke')
  pen.beginPath()
  for (let degree = 0; degree < 360; degree += 6) {
    const [x, y] = [Math.cos((degree * Math.PI) / 180), Math.sin((degree * Math.PI) / 180)]
    pen.moveTo(x, y)
    pen.lineTo(x * 1.025, y * 1.025)
  }
  pen.stroke()
}

function drawParticle(pen: CanvasRenderingContext2D, particle: Particle, { seconds, ink }: Moment): void {
  const at = positionAt(particle, seconds)
  pen.fillStyle = particle.isFresh ? ink.fresh : ink.point
  circle(pen, at, particle.radius, 'fill')
  if (!particle.isGenesis) return
  pen.strokeStyle = pen.fillStyle
  pen.lineWidth = 0.005
  circle(pen, at, particle.radius + 0.016, 'stroke')
}

function circle(pen: CanvasRenderingContext2D, [x, y]: [number, number], radius: number, how: 'fill' | 'stroke'): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen[how]()
}
