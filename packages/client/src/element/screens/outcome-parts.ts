import { createFormat } from '../../voice/format.ts'
import { make } from '../dom.ts'
import { createBar } from '../meter.ts'
import { PART_NAMES, type Sighting } from '../sighting.ts'
import type { ScanWords } from '../words.ts'

/** The title of what has just taken the place of something else; the focus is led to it. */
export function outcomeTitle(text: string): HTMLElement {
  return make('h2', { class: 'title', part: 'title', tabindex: '-1' }, text)
}

/** Where a page adds what only it knows about the end of a run. */
export function outcomeSlot(): HTMLElement {
  return make('slot', { name: 'outcome' })
}

/** One named fact of a list. */
export function fact(name: string, ...texts: (string | Node)[]): HTMLElement {
  return make('div', {}, make('dt', {}, name), ...texts.map((text) => make('dd', {}, text)))
}

/** A list of facts; those that are null are left out. */
export function facts(...rows: (HTMLElement | null)[]): HTMLElement {
  return make('dl', { part: 'facts' }, ...rows.filter((row) => row !== null))
}

/** What was seen in detail, folded: each arrow, each part of presence. Null where there is nothing to tell. */
export function sightingDetails({ strokes, parts }: Sighting, words: ScanWords): HTMLElement | null {
  const judged = PART_NAMES.flatMap((name) => {
    const value = parts[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (strokes.length === 0 && judged.length === 0) return null
  const list = strokes.map(({ direction, followed, slip }) =>
    make('li', { 'data-followed': String(followed) }, words.seenStroke(direction, slip)),
  )
  const bars = judged.map(({ name, value }) => {
    const bar = createBar(words.parts[name])
    bar.show(value, createFormat(words.language).formatNumber(value, 2))
    return bar.root
  })
  return make(
    'details',
    { part: 'sighting' },
    make('summary', {}, words.seenParts),
    make('ol', { class: 'strokes' }, ...list),
    make('div', { class: 'parts' }, ...bars),
  )
}
