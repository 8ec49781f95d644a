import { button, make } from '../dom.ts'
import type { ScanWords } from '../words.ts'
import type { Actions, Screen } from './screen.ts'

export type IdleView = { words: ScanWords; practice: boolean; disabled: boolean; note: string }

/** Before a scan: what will happen, and the button that starts it. */
export function idleScreen({ words, practice, disabled, note }: IdleView, actions: Actions): Screen {
  const start = button('start', make('slot', { name: 'label' }, words.start), actions.start)
  start.disabled = disabled
  const intro = make('slot', { name: 'intro' }, practice ? words.introPractice : words.intro)
  const root = make('div', { class: 'panel' }, make('p', { part: 'intro' }, intro), start)
  if (note !== '') root.prepend(make('p', { class: 'title', part: 'note' }, note))
  return { root, focus: start }
}
