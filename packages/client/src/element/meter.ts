import { make, mark, write } from './dom.ts'
import { ENOUGH } from './sighting.ts'

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
