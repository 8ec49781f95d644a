import { useEffect, useMemo, useRef } from 'preact/hooks'
import { say, sayCount } from '../../words/speak.ts'

/** Draws a slowly moving dot for each node on a canvas. The list beside it has the same nodes as text. */
export function ParticleField({ nodes }: { nodes: readonly ParticleNode[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const particles = useMemo(() => createParticles(nodes, Date.now()), [nodes])
  useEffect(() => {
    const target = canvas.current
    if (!target) return undefined
    return startAnimation(target, (seconds) => drawField(target, particles, { seconds, ink: readInk(target) }))
  }, [particles])
  return (
    <figure class="network-field">
      <canvas
        ref={canvas}
        role="img"
        aria-label={sayCount(
          particles.length,
          'A field with one dot for the one node in the list',
          'A field of {count} dots, one for each node in the list',
        )}
      />
      <figcaption class="small soft">
        {say('Bigger and closer to the center: higher level. Filled: seen within a day. Ringed: genesis node.')}
      </figcaption>
    </figure>
  )
}

/** The colors of the field, taken from the style of the page. */
type Ink = { line: string; point: string; fresh: string }

type Moment = { seconds: number; ink: Ink }

const RINGS = [0.25, 0.5, 0.75, 1]

function readInk(element: Element): Ink {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return { line: token('--line'), point: token('--soft'), fresh: token('--accent') }
}

/** Draws the dial and all particles, sharp on every screen. */
function drawField(canvas: HTMLCanvasElement, particles: readonly Particle[], { seconds, ink }: Moment): void {
  const pen = canvas.getContext('2d')
  const side = setCanvasSize(canvas)
  if (!pen || side === 0) return
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  // From here on the unit disc fills the canvas.
  pen.setTransform(side * 0.48, 0, 0, side * 0.48, canvas.width / 2, canvas.height / 2)
  drawDial(pen, ink)
  for (const particle of particles) drawParticle(pen, particle, { seconds, ink })
}

function setCanvasSize(canvas: HTMLCanvasElement): number {
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
  for (const ring of RINGS) drawCircle(pen, [0, 0], ring, 'stroke')
  pen.beginPath()
  for (let degree = 0; degree < 360; degree += 6) {
    const [x, y] = [Math.cos((degree * Math.PI) / 180), Math.sin((degree * Math.PI) / 180)]
    pen.moveTo(x, y)
    pen.lineTo(x * 1.025, y * 1.025)
  }
  pen.stroke()
}

function drawParticle(pen: CanvasRenderingContext2D, particle: Particle, { seconds, ink }: Moment): void {
  const at = computePosition(particle, seconds)
  pen.fillStyle = particle.isFresh ? ink.fresh : ink.point
  drawCircle(pen, at, particle.radius, 'fill')
  if (!particle.isGenesis) return
  pen.strokeStyle = pen.fillStyle
  pen.lineWidth = 0.005
  drawCircle(pen, at, particle.radius + 0.016, 'stroke')
}

function drawCircle(
  pen: CanvasRenderingContext2D,
  [x, y]: [number, number],
  radius: number,
  how: 'fill' | 'stroke',
): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen[how]()
}

/**
 * Draws repeatedly while the canvas is visible: not while the page is hidden or the canvas is scrolled out of view, and for people who
 * asked for less motion only once. Also draws when size or colors change. Returns how to stop.
 */
function startAnimation(canvas: HTMLCanvasElement, draw: (seconds: number) => void): () => void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let isInSight = true
  let frame = 0
  const tick = (ms: number) => {
    draw(calm.matches ? 0 : ms / 1000)
    frame = calm.matches || document.hidden || !isInSight ? 0 : requestAnimationFrame(tick)
  }
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(tick)
  }
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry?.isIntersecting ?? true
    wake()
  })
  const size = new ResizeObserver(wake)
  sight.observe(canvas)
  size.observe(canvas)
  const watched = [calm, dark]
  for (const one of watched) one.addEventListener('change', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    cancelAnimationFrame(frame)
    sight.disconnect()
    size.disconnect()
    for (const one of watched) one.removeEventListener('change', wake)
    document.removeEventListener('visibilitychange', wake)
  }
}

/** The part of a node that the field shows. */
export type ParticleNode = { mask: string; particleLevel: number; isGenesis: boolean; lastSeen: string }

/** A dot of the field, in coordinates of the unit disc. Its drift depends only on the mask of its node. */
type Particle = {
  /** Home in the unit disc. */
  x: number
  y: number
  radius: number
  phase: number
  /** Turns of its small orbit in a minute. */
  speed: number
  isGenesis: boolean
  isFresh: boolean
}

const DAY_MS = 86_400_000
const MOST_SHOWN = 500
// The golden angle spreads any number of points evenly over a disc.
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
const DRIFT = 0.012

/**
 * Creates a dot for each of the first 500 nodes, with a home in the unit disc: the higher the particle level, the closer to the center.
 * `nowMs` decides which nodes were seen within a day.
 */
export function createParticles(nodes: readonly ParticleNode[], nowMs: number): Particle[] {
  const inward = nodes.slice(0, MOST_SHOWN).toSorted((a, b) => b.particleLevel - a.particleLevel)
  return inward.map((node, index) => {
    const distance = Math.sqrt((index + 0.5) / inward.length) * 0.92
    const luck = toFraction(node.mask)
    return {
      x: distance * Math.cos(index * GOLDEN_ANGLE),
      y: distance * Math.sin(index * GOLDEN_ANGLE),
      radius: computeRadius(node.particleLevel, inward.length),
      phase: luck * 2 * Math.PI,
      speed: 2 + 3 * luck,
      isGenesis: node.isGenesis,
      isFresh: nowMs - Date.parse(node.lastSeen) < DAY_MS,
    }
  })
}

/** Computes the position of a dot after `seconds` of animation, in coordinates of the unit disc: its home plus a small orbit. */
export function computePosition({ x, y, phase, speed }: Particle, seconds: number): [number, number] {
  const angle = phase + (seconds / 60) * speed * 2 * Math.PI
  return [x + DRIFT * Math.cos(angle), y + DRIFT * Math.sin(angle * 0.7)]
}

// Few nodes may be large; many must not cover each other.
function computeRadius(level: number, count: number): number {
  const room = Math.min(1, Math.sqrt(40 / Math.max(1, count)))
  return (0.008 + 0.0035 * level) * (0.45 + 0.55 * room)
}

// From 0 to 1, the same for the same text (FNV-1a).
function toFraction(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}
