import type { LiveParts } from '../live/engine-worker.ts'
import { make, mark, write } from './dom.ts'
import { ENOUGH, PART_NAMES } from './sighting.ts'
import type { ScanWords } from './words.ts'

export type PresenceMeter = { root: HTMLElement; show: (score: number | null, parts: LiveParts | null) => void }

/** The live presence score with its four parts. A mark stands at 0.50, where presence begins to count. */
export function createMeter(words: ScanWords): PresenceMeter {
  const whole = createBar(words.presence, 'score')
  const parts = PART_NAMES.map((name) => ({ name, bar: createBar(words.parts[name], 'part') }))
  const few = make('div', { class: 'parts' }, ...parts.map(({ bar }) => bar.root))
  const root = make('div', { class: 'meter', part: 'meter' }, whole.root, few)
  const show = (score: number | null, live: LiveParts | null) => {
    whole.show(score, score === null ? words.waiting : score.toFixed(2))
    for (const { name, bar } of parts) bar.show(live?.[name] ?? null, '')
  }
  return { root, show }
}

type Bar = { root: HTMLElement; show: (value: number | null, text: string) => void }

/** A bar from 0 to 1 with its name. */
export function createBar(label: string, kind: 'score' | 'part'): Bar {
  const reading = make('span', { class: 'reading' })
  const fill = make('span', { class: 'fill' })
  const gauge = make(
    'span',
    { class: 'gauge', role: 'meter', 'aria-label': label, 'aria-valuemin': '0', 'aria-valuemax': '1' },
    fill,
  )
  const name = make('span', { class: 'name', 'aria-hidden': 'true' }, label)
  const root = make('div', { class: `bar ${kind}`, part: kind }, name, reading, gauge)
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
