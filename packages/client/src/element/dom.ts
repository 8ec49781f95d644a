import { type Direction, DIRECTIONS } from '@stillhere/engine'
import { ENOUGH } from './sighting.ts'

type Attributes = Record<string, string | null>

const SVG = 'http://www.w3.org/2000/svg'

/** A new element. Children that are text stay text; attributes of null are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  put(made, attributes, children)
  return made
}

/** A new element of a drawing. */
export function draw<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(SVG, tag)
  put(made, attributes, children)
  return made
}

function put(made: Element, attributes: Attributes, children: (Node | string)[]): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value)
  made.append(...children)
}

/** Writes text only where it changed: most animation frames change nothing. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

/** Sets an attribute only where it changed. */
export function mark(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value)
}

/** A real button that never submits the form around it. */
export function button(part: string, label: string | Node, onClick: (event: MouseEvent) => unknown): HTMLButtonElement {
  const made = make('button', { type: 'button', part, class: part }, label)
  made.addEventListener('click', onClick)
  return made
}

/** What stands in the middle of the dial. */
type DialFace = 'phone' | 'busy' | 'digits' | 'rest' | 'coming' | 'now' | 'check' | 'pause'

export type DialView = {
  face: DialFace
  /** How much of the ring is drawn, 0..1. */
  fraction: number
  digits?: string
  direction?: Direction | undefined
}

type Dial = { root: SVGSVGElement; show: (view: DialView) => void }

/** A ring of time around one large arrow. Words say the same, so it is hidden from readers. */
export function createDial(): Dial {
  const ring = draw('circle', { class: 'ring', cx: '100', cy: '100', r: '94', pathLength: '1' })
  const arrow = draw('g', { class: 'arrow' }, draw('path', { class: 'shaft', d: 'M37 100H163M113 50L163 100L113 150' }))
  const digits = draw('text', { class: 'digits', x: '100', y: '128' })
  const root = draw(
    'svg',
    { viewBox: '0 0 200 200', 'aria-hidden': 'true', part: 'dial', class: 'dial' },
    draw('circle', { class: 'track', cx: '100', cy: '100', r: '94' }),
    ring,
    ...marks(),
    arrow,
    digits,
  )
  const show = ({ face, fraction, digits: text = '', direction }: DialView) => {
    mark(root, 'data-face', face)
    mark(ring, 'stroke-dashoffset', (1 - fraction).toFixed(3))
    write(digits, text)
    if (direction) mark(arrow, 'transform', `rotate(${-toDegrees(direction)} 100 100)`)
  }
  return { root, show }
}

/** Anticlockwise from right. */
function toDegrees(direction: Direction): number {
  return DIRECTIONS.indexOf(direction) * 45
}

/** One drawing per quiet face; the style shows the one that `data-face` names. */
function marks(): SVGElement[] {
  return [
    draw('path', {
      class: 'mark phone',
      d: 'M84 62H116Q122 62 122 68V132Q122 138 116 138H84Q78 138 78 132V68Q78 62 84 62ZM95 128H105',
    }),
    draw('circle', { class: 'mark rest', cx: '100', cy: '100', r: '6' }),
    draw('path', { class: 'mark check', pathLength: '1', d: 'M66 103L91 128L138 76' }),
    draw('path', { class: 'mark pause', d: 'M100 68V110M100 130V131' }),
  ]
}

/** A line that moves as the phone does: whoever sees it sees that the sensors answer. */
type Trace = { root: SVGSVGElement; start: () => void; stop: () => void }

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

type Bar = { root: HTMLElement; show: (value: number | null, text: string) => void }

/** A bar from 0 to 1 with its name: a part of presence. */
export function createBar(label: string): Bar {
  const reading = make('span', { class: 'reading' })
  const fill = make('span', { class: 'fill' })
  const gauge = make(
    'span',
    { class: 'gauge', role: 'meter', 'aria-label': label, 'aria-valuemin': '0', 'aria-valuemax': '1' },
    fill,
  )
  const name = make('span', { class: 'name', 'aria-hidden': 'true' }, label)
  const root = make('div', { class: 'bar part', part: 'part' }, name, reading, gauge)
  const show = (value: number | null, text: string) => {
    const shown = Math.min(1, Math.max(0, value ?? 0))
    mark(gauge, 'aria-valuenow', shown.toFixed(2))
    mark(gauge, 'data-enough', String(shown >= ENOUGH))
    fill.style.setProperty('transform', `scaleX(${shown.toFixed(3)})`)
    write(reading, text)
  }
  show(null, '')
  return { root, show }
}
