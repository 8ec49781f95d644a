import { draw, make, write } from './dom.ts'
import type { ScanWords } from './words.ts'

type Demonstration = { root: HTMLElement; show: (words: Pick<ScanWords, 'distance'>) => void }

const PHONE = 'M6 0H34Q40 0 40 6V70Q40 76 34 76H6Q0 76 0 70V6Q0 0 6 0ZM15 69H25'
const HAND = 'M-9 84Q-16 60 -7 46Q-2 40 3 46L7 58M40 40Q52 42 49 56Q47 68 40 84'

/** How far to move: a phone in a hand goes a hand's width and stops there. Where motion is not wanted it stands still, start and end beside each other. */
export function createDemonstration(): Demonstration {
  const held = draw(
    'g',
    { class: 'held' },
    draw('path', { class: 'phone', d: PHONE }),
    draw('path', { class: 'hand', d: HAND }),
  )
  const picture = draw(
    'svg',
    { viewBox: '0 0 240 124', 'aria-hidden': 'true' },
    draw('path', { class: 'from', transform: 'translate(42 8)', d: PHONE }),
    // The width of a hand, between two marks.
    draw('path', { class: 'width', d: 'M62 106V118M172 106V118M62 112H172M162 107L172 112L162 117' }),
    draw('g', { transform: 'translate(42 8)' }, held),
  )
  const caption = make('figcaption', { part: 'distance' })
  const root = make('figure', { class: 'demonstration', part: 'demonstration' }, picture, caption)
  return { root, show: ({ distance }) => write(caption, distance) }
}
