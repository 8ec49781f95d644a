import { type Direction, DIRECTIONS } from '@stillhere/engine'
import { ENOUGH } from './sighting.ts'

type Attributes = Record<string, string | null>

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an HTML element. Strings become text nodes, and attributes that are null are left out. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  addContent(made, attributes, children)
  return made
}

/** Creates an SVG element. Attributes that are null are left out. */
export function createDrawing<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(SVG, tag)
  addContent(made, attributes, children)
  return made
}

function addContent(made: Element, attributes: Attributes, children: (Node | string)[]): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value)
  made.append(...children)
}

/** Sets the text of an element if it differs, so that an unchanged animation frame doesn't touch the DOM. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

/** Sets an attribute if its value differs, so that an unchanged animation frame doesn't touch the DOM. */
export function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value)
}

/** Creates a button of type "button", so that it doesn't submit the form around it. `part` becomes its CSS part and its class. */
export function createButton(
  part: string,
  label: string | Node,
  onClick: (event: MouseEvent) => unknown,
): HTMLButtonElement {
  const made = createElement('button', { type: 'button', part, class: part }, label)
  made.addEventListener('click', onClick)
  return made
}

/** The content of the dial's center. */
type DialFace = 'phone' | 'busy' | 'digits' | 'rest' | 'coming' | 'now' | 'check' | 'pause'

export type DialView = {
  face: DialFace
  /** The part of the ring that is drawn, 0..1. */
  fraction: number
  digits?: string
  direction?: Direction | undefined
}

type Dial = { root: SVGSVGElement; show: (view: DialView) => void }

/** Creates the dial: an SVG with a timer ring around one large arrow. `show` draws a view. Hidden from screen readers, because texts announce the same. */
export function createDial(): Dial {
  const ring = createDrawing('circle', { class: 'ring', cx: '100', cy: '100', r: '94', pathLength: '1' })
  const arrow = createDrawing(
    'g',
    { class: 'arrow' },
    createDrawing('path', { class: 'shaft', d: 'M37 100H163M113 50L163 100L113 150' }),
  )
  const digits = createDrawing('text', { class: 'digits', x: '100', y: '128' })
  const root = createDrawing(
    'svg',
    { viewBox: '0 0 200 200', 'aria-hidden': 'true', part: 'dial', class: 'dial' },
    createDrawing('circle', { class: 'track', cx: '100', cy: '100', r: '94' }),
    ring,
    ...createMarks(),
    arrow,
    digits,
  )
  const show = ({ face, fraction, digits: text = '', direction }: DialView) => {
    setAttribute(root, 'data-face', face)
    setAttribute(ring, 'stroke-dashoffset', (1 - fraction).toFixed(3))
    setText(digits, text)
    if (direction) setAttribute(arrow, 'transform', `rotate(${-toDegrees(direction)} 100 100)`)
  }
  return { root, show }
}

/** Converts a direction to degrees, counterclockwise from right. */
function toDegrees(direction: Direction): number {
  return DIRECTIONS.indexOf(direction) * 45
}

/** Creates a drawing for each face without an arrow; the style shows the drawing that `data-face` names. */
function createMarks(): SVGElement[] {
  return [
    createDrawing('path', {
      class: 'mark phone',
      d: 'M84 62H116Q122 62 122 68V132Q122 138 116 138H84Q78 138 78 132V68Q78 62 84 62ZM95 128H105',
    }),
    createDrawing('circle', { class: 'mark rest', cx: '100', cy: '100', r: '6' }),
    createDrawing('path', { class: 'mark check', pathLength: '1', d: 'M66 103L91 128L138 76' }),
    createDrawing('path', { class: 'mark pause', d: 'M100 68V110M100 130V131' }),
  ]
}

/** A line that moves with the phone and shows that the sensors work. */
type Trace = { root: SVGSVGElement; start: () => void; stop: () => void }

const WIDTH = 240
const HEIGHT = 44
const POINTS = 80
// m/s² from the center to the edge.
const REACH = 6
const EVERY_MS = 33
const CALM_EVERY_MS = 1000
// Weight of the previous rest value in the moving average; gravity changes slowly.
const SLOWNESS = 0.95

/** Creates a line chart of the phone's motion. After `start`, it draws devicemotion events without requesting permission, and stays hidden until the browser delivers one. */
export function createTrace(): Trace {
  const line = createDrawing('path', { class: 'line' })
  const root = createDrawing(
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
    // Devices without sensors send one empty reading.
    if (typeof read?.x !== 'number') return
    const size = Math.hypot(read.x, read.y ?? 0, read.z ?? 0)
    rest = rest === null ? size : SLOWNESS * rest + (1 - SLOWNESS) * size
    felt.push(size - rest)
    if (felt.length > POINTS) felt.shift()
    if (root.dataset['shown'] === 'false' || performance.now() - drawnMs < everyMs) return
    drawnMs = performance.now()
    root.removeAttribute('hidden')
    setAttribute(line, 'd', toTracePath(felt))
  }
  return { root, start: () => addEventListener('devicemotion', onMotion), stop }
}

/**
 * Converts acceleration changes in m/s² to the path data of an SVG line, with the newest value at the right edge. Clamps values beyond ±6 m/s²;
 * returns an empty text for no values.
 */
export function toTracePath(felt: readonly number[]): string {
  const step = WIDTH / (POINTS - 1)
  const points = felt.map((value, i) => {
    const x = WIDTH - (felt.length - 1 - i) * step
    const share = Math.min(1, Math.max(-1, value / REACH))
    return `${x.toFixed(1)} ${((HEIGHT / 2) * (1 - 0.9 * share)).toFixed(1)}`
  })
  return points.length === 0 ? '' : `M${points.join('L')}`
}

type Bar = { root: HTMLElement; show: (value: number | null, text: string) => void }

/** Creates a labeled bar for one part of the presence score. `show` sets its value, from 0 to 1, and the text beside it. */
export function createBar(label: string): Bar {
  const reading = createElement('span', { class: 'reading' })
  const fill = createElement('span', { class: 'fill' })
  const gauge = createElement(
    'span',
    { class: 'gauge', role: 'meter', 'aria-label': label, 'aria-valuemin': '0', 'aria-valuemax': '1' },
    fill,
  )
  const name = createElement('span', { class: 'name', 'aria-hidden': 'true' }, label)
  const root = createElement('div', { class: 'bar part', part: 'part' }, name, reading, gauge)
  const show = (value: number | null, text: string) => {
    const shown = Math.min(1, Math.max(0, value ?? 0))
    setAttribute(gauge, 'aria-valuenow', shown.toFixed(2))
    setAttribute(gauge, 'data-enough', String(shown >= ENOUGH))
    fill.style.setProperty('transform', `scaleX(${shown.toFixed(3)})`)
    setText(reading, text)
  }
  show(null, '')
  return { root, show }
}
