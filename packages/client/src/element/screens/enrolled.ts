import type { Enrollment } from '@stillhere/contract'
import { createFormat } from '../../voice/format.ts'
import { button, make } from '../dom.ts'
import type { ScanWords } from '../words.ts'
import { outcomeSlot, outcomeTitle } from './outcome-parts.ts'
import type { Actions, Screen } from './screen.ts'

/** After an enrollment: what was sealed and how long it holds. What comes next is the page's to say. */
export function createEnrolledScreen(words: ScanWords, enrollment: Enrollment, actions: Actions): Screen {
  const { sample_count: captures, expires_at: end } = enrollment
  const title = outcomeTitle(words.enrolled)
  const until = createFormat(words.language).formatMoment(end, { dateStyle: 'medium' })
  const root = make(
    'div',
    { class: 'panel' },
    title,
    make('p', { part: 'reason' }, words.enrolledFrom(captures, until)),
    outcomeSlot(),
    make('div', { class: 'buttons' }, button('back', words.back, actions.back)),
  )
  return { root, focus: title }
}
