import type { ScanError } from '../../capture/scan-error.ts'
import { button, make, mark, write } from '../dom.ts'
import { sightingIn } from '../sighting.ts'
import { type ScanWords, sentence, sightingWords } from '../words.ts'
import { fact, facts } from './facts.ts'
import type { Actions, Screen } from './screen.ts'

export type FailedView = { words: ScanWords; error: ScanError; offersPractice: boolean }

const USUAL_WAIT_MS = 5000

/** After a scan without a receipt: what happened, what was seen, and what can be done now. */
export function failedScreen({ words, error, offersPractice }: FailedView, actions: Actions): Screen {
  const title = make('p', { class: 'title', part: 'title', tabindex: '-1' }, words.failures[error.kind])
  const seen = error.continuity ? sightingWords(sightingIn(error.continuity.evidence), words) : null
  const list = facts(seen && fact(words.seen, seen.join(', ')), fact(words.next, adviceOf(error, words)))
  const next = nextButton(error, words, actions)
  const root = make(
    'div',
    { class: 'panel' },
    title,
    make('p', { part: 'reason', class: 'reason' }, sentence(error.message)),
    list,
  )
  const practise = offersPractice ? [button('practise', words.tryPractice, actions.practise)] : []
  root.append(make('div', { class: 'buttons' }, next.root, ...practise))
  return { root, focus: title, dispose: next.dispose }
}

function adviceOf({ kind, next, advice }: ScanError, words: ScanWords): string {
  const said = words.advice[kind] ?? advice
  return next === 'give_up' ? `${said} ${words.giveUp}` : said
}

type NextButton = { root: HTMLElement; dispose: () => void }

function nextButton({ next, retryAfterMs }: ScanError, words: ScanWords, actions: Actions): NextButton {
  if (next === 'give_up') return { root: button('back', words.back, actions.back), dispose: () => {} }
  if (next === 'retry') return { root: button('retry', words.retry, actions.start), dispose: () => {} }
  return waitButton(retryAfterMs ?? USUAL_WAIT_MS, words, actions)
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
