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
