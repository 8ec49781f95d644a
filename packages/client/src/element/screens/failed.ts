import { button, make, mark, write } from '../dom.ts'
import type { FailureView } from '../explanation.ts'
import type { PermissionHelp } from '../permission-help.ts'
import { sightingWords } from '../sighting-words.ts'
import type { ScanWords } from '../words.ts'
import { fact, facts, outcomeSlot, outcomeTitle, sightingDetails } from './outcome-parts.ts'
import type { Actions, Screen } from './screen.ts'

export type FailedView = { words: ScanWords; failure: FailureView; offersPractice: boolean }

/** After a run that ended with nothing: what happened, what was seen, and what can be done now. */
export function createFailedScreen({ words, failure, offersPractice }: FailedView, actions: Actions): Screen {
  const { title: text, reason, advice, sighting, needsPermission } = failure
  const title = outcomeTitle(text)
  const next = nextButton(failure, words, actions)
  const list = facts(
    sighting && fact(words.seen, sightingWords(sighting, words).join(' ')),
    fact(words.next, ...advice),
  )
  const parts = [
    reason === '' ? null : make('p', { part: 'reason', class: 'reason' }, reason),
    list,
    sighting && sightingDetails(sighting, words),
    ...(needsPermission ? permissionWays(words) : []),
    outcomeSlot(),
    make(
      'div',
      { class: 'buttons' },
      ...(next ? [next.root] : []),
      ...(offersPractice ? [button('practise', words.tryPractice, actions.practise)] : []),
      button('back', words.back, actions.back),
    ),
  ]
  const root = make('div', { class: 'panel' }, title, ...parts.filter((part) => part !== null))
  return { root, focus: title, ...(next?.dispose && { dispose: next.dispose }) }
}

/** The way back to a denied permission: for this browser at once, for the others folded. */
function permissionWays(words: ScanWords): HTMLElement[] {
  const { own, others } = words.permissionHelp(navigator.userAgent)
  const folded = make('details', { part: 'help' }, make('summary', {}, words.otherBrowsers), ...others.map(way))
  folded.open = own === null
  return [...(own ? [way(own)] : []), folded]
}

function way({ title, steps }: PermissionHelp): HTMLElement {
  const list = make('ol', {}, ...steps.map((step) => make('li', {}, step)))
  return make('section', { class: 'way', part: 'way' }, make('h3', {}, title), list)
}

type NextButton = { root: HTMLElement; dispose?: () => void }

function nextButton(failure: FailureView, words: ScanWords, actions: Actions): NextButton | null {
  const { next, waitMs, needsPermission } = failure
  if (needsPermission) return { root: button('retry', words.reload, () => location.reload()) }
  if (next === 'give_up') return null
  return next === 'retry' ? { root: button('retry', words.retry, actions.start) } : waitButton(waitMs, words, actions)
}

/** Counts down and then lets the person try again; it keeps the focus meanwhile, which a disabled button would lose. */
function waitButton(waitMs: number, words: ScanWords, actions: Actions): NextButton {
  const until = performance.now() + waitMs
  const secondsLeft = () => Math.ceil((until - performance.now()) / 1000)
  const root = button('retry', '', () => {
    if (secondsLeft() <= 0) actions.start()
  })
  const tick = () => {
    const seconds = secondsLeft()
    write(root, seconds > 0 ? words.wait(seconds) : words.retry)
    mark(root, 'aria-disabled', String(seconds > 0))
    if (seconds <= 0) clearInterval(timer)
  }
  const timer = setInterval(tick, 250)
  tick()
  return { root, dispose: () => clearInterval(timer) }
}
