import { button, make } from '../dom.ts'
import type { ScanWords } from '../words.ts'
import { outcomeSlot, outcomeTitle } from './outcome-parts.ts'
import type { Actions, Screen } from './screen.ts'

/** After rounds that the page does something with: what came of it is the page's to say. */
export function createRecordedScreen(words: ScanWords, actions: Actions): Screen {
  const title = outcomeTitle(words.recorded)
  const row = make('div', { class: 'buttons' }, button('back', words.back, actions.back))
  return { root: make('div', { class: 'panel' }, title, outcomeSlot(), row), focus: title }
}
