import { draw, mark } from './dom.ts'

/** A line that moves as the phone does: whoever sees it sees that the sensors answer. */
export type Trace = { root: SVGSVGElement; start: () => void; stop: () => void }

const WIDTH = 240
const HEIGHT = 44
const POINTS = 80
// m/s² from the middle to the edge.
const REACH = 6
const EVERY_MS = 33
const CALM_EVERY_MS = 1000
// How much of the old rest stays with each reading; gravity moves slowly.
const SLOWNESS = 0.95

/** Listens to the sensors without asking for them while it is in a page, and stays hidden until they say something. */
export function createTrace(): Trace {
  const line = draw('path', { class: 'line' })
  const root = draw(
    'svg',
    { class: 'trace', part: 'trace', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    line,
  )
  root.setAttribute('hidden', '')
  const everyMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? CALM_EVERY_MS : EVERY_MS
  const felt: number[] = []
  let rest: number | null = null
  let drawnMs = -Infinity
  const stop = () => removeEventListener('devicemotion', onMotion)
  const onMotion = ({ accelerationIncludingGravity: read }: DeviceMotionEvent) => {
    if (!root.isConnected) return stop()
    // Machines without sensors send one empty reading.
    if (typeof read?.x !== 'number') return
    const size = Math.hypot(read.x, read.y ?? 0, read.z ?? 0)
    rest = rest === null ? size : SLOWNESS * rest + (1 - SLOWNESS) * size
    felt.push(size - rest)
    if (felt.length > POINTS) felt.shift()
    if (root.dataset['shown'] === 'false' || performance.now() - drawnMs < everyMs) return
    drawnMs = performance.now()
    root.removeAttribute('hidden')
    mark(line, 'd', tracePath(felt))
  }
  return { root, start: () => addEventListener('devicemotion', onMotion), stop }
}

/** The newest reading at the right edge; what is beyond the edges is cut. */
export function tracePath(felt: readonly number[]): string {
  const step = WIDTH / (POINTS - 1)
  const points = felt.map((value, i) => {
    const x = WIDTH - (felt.length - 1 - i) * step
    const share = Math.min(1, Math.max(-1, value / REACH))
    return `${x.toFixed(1)} ${((HEIGHT / 2) * (1 - 0.9 * share)).toFixed(1)}`
  })
  return points.length === 0 ? '' : `M${points.join('L')}`
}
