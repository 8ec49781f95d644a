import { DIRECTIONS, type Direction } from '@stillhere/engine'
import { draw, mark, write } from './dom.ts'

/** What stands in the middle of the dial. */
type DialFace = 'phone' | 'busy' | 'digits' | 'rest' | 'coming' | 'now' | 'check' | 'pause'

export type DialView = {
  face: DialFace
  /** How much of the ring is drawn, 0..1. */
  fraction: number
  digits?: string
  direction?: Direction | undefined
}

export type Dial = { root: SVGSVGElement; show: (view: DialView) => void }

const CENTRE = 100
const TICK = { inner: 71, outer: 77 }

/** The instrument's round face: a ring of time, eight directions, and an arrow. Words say the same, so it is hidden from readers. */
export function createDial(): Dial {
  const ring = draw('circle', { class: 'ring', cx: '100', cy: '100', r: '90', pathLength: '1' })
  const ticks = DIRECTIONS.map((direction) => draw('path', { class: 'tick', d: tickPath(direction) }))
  const arrow = draw('g', { class: 'arrow' }, draw('path', { class: 'shaft', d: 'M63 92H137M110 65L137 92L110 119' }))
  const digits = draw('text', { class: 'digits', x: '100' })
  const root = draw(
    'svg',
    { viewBox: '0 0 200 200', 'aria-hidden': 'true', part: 'dial', class: 'dial' },
    draw('circle', { class: 'track', cx: '100', cy: '100', r: '90' }),
    ring,
    ...ticks,
    ...marks(),
    arrow,
    digits,
  )
  const show = ({ face, fraction, digits: text = '', direction }: DialView) => {
    mark(root, 'data-face', face)
    mark(ring, 'stroke-dashoffset', (1 - fraction).toFixed(3))
    mark(digits, 'y', face === 'digits' ? '122' : '164')
    write(digits, text)
    if (direction) mark(arrow, 'transform', `rotate(${-toDegrees(direction)} 100 92)`)
    ticks.forEach((tick, i) => mark(tick, 'data-lit', String(DIRECTIONS[i] === direction)))
  }
  return { root, show }
}

/** Anticlockwise from right. */
function toDegrees(direction: Direction): number {
  return DIRECTIONS.indexOf(direction) * 45
}

function tickPath(direction: Direction): string {
  const angle = (toDegrees(direction) * Math.PI) / 180
  const at = (radius: number) =>
    `${(CENTRE + radius * Math.cos(angle)).toFixed(1)} ${(CENTRE - radius * Math.sin(angle)).toFixed(1)}`
  return `M${at(TICK.inner)}L${at(TICK.outer)}`
}

/** One drawing per quiet face; the style shows the one that `data-face` names. */
function marks(): SVGElement[] {
  return [
    draw('path', {
      class: 'mark phone',
      d: 'M84 62H116Q122 62 122 68V132Q122 138 116 138H84Q78 138 78 132V68Q78 62 84 62ZM95 128H105',
    }),
    draw('circle', { class: 'mark rest', cx: '100', cy: '92', r: '5' }),
    draw('path', { class: 'mark check', d: 'M72 102L92 122L130 80' }),
    draw('path', { class: 'mark pause', d: 'M100 68V110M100 130V131' }),
  ]
}
