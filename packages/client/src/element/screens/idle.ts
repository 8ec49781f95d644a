import { button, make } from '../dom.ts'
import { createTrace } from '../trace.ts'
import type { ScanWords } from '../words.ts'
import type { Actions, Screen } from './screen.ts'

export type IdleView = {
  words: ScanWords
  /** Whether the button itself starts practice. */
  practice: boolean
  /** Whether practice stands beside the button. */
  offersPractice: boolean
  disabled: boolean
  /** Whether the motion of the phone is shown, where the browser tells of it unasked. */
  hasTrace: boolean
  note: string
}

/** Before a scan: what will happen, and the button that starts it. */
export function createIdleScreen(
  { words, practice, offersPractice, disabled, hasTrace, note }: IdleView,
  actions: Actions,
): Screen {
  const start = button('start', make('slot', { name: 'label' }, words.start), actions.start)
  const ways = offersPractice ? [start, button('practise', words.tryPractice, actions.practise)] : [start]
  for (const way of ways) way.disabled = disabled
  const trace = hasTrace && !practice ? createTrace() : null
  const intro = make('slot', { name: 'intro' }, practice ? words.introPractice : words.intro)
  const root = make(
    'div',
    { class: 'panel' },
    make('p', { part: 'intro' }, intro),
    make('div', { class: 'buttons' }, ...ways),
    ...(trace ? [trace.root] : []),
  )
  if (note !== '') root.prepend(make('p', { class: 'title', part: 'note' }, note))
  return { root, focus: start, ...(trace && { shown: trace.start, dispose: trace.stop }) }
}
