import type { Outcome } from '../result.ts'
import { CHECKS, type CheckWords, DEMANDS, sentence, whySkipped } from './check-words.ts'
import { make } from './dom.ts'
import type { Judgement } from './judgement.ts'

type Judged = Extract<Judgement, { kind: 'judged' }>

/** Every check with its outcome and, where it failed or was not made, why. */
export function checksView(judged: Judged): HTMLElement {
  const { checks, policy } = judged.result
  return make(
    'ol',
    { class: 'checks' },
    ...CHECKS.map((words) => checkRow(words, checks[words.name], judged)),
    ...DEMANDS.map((words) => checkRow(words, policy[words.name], judged)),
  )
}

/** What the checks are, before there is anything to check. */
export function checksPreview(): HTMLElement {
  const rows = CHECKS.map(({ label, promise }) => make('li', {}, make('b', {}, label), make('p', {}, promise)))
  return make('ol', { class: 'checks' }, ...rows)
}

function checkRow(words: CheckWords, outcome: Outcome, { receipt, result }: Judged): HTMLElement {
  const head = make(
    'p',
    { class: 'leader' },
    make('b', {}, words.label),
    make('span', { class: 'dots', 'aria-hidden': 'true' }),
    make('strong', { class: `outcome ${outcome.toLowerCase()}` }, outcome),
  )
  const row = make('li', { 'data-check': words.name }, head, make('p', {}, words.promise))
  if (outcome === 'SKIPPED') row.append(make('p', { class: 'fine' }, whySkipped(words.name, result, receipt)))
  for (const failure of result.failures) {
    if (failure.check === words.name) row.append(failureNote(failure))
  }
  return row
}

function failureNote({ code, detail }: { code: string; detail: string }): HTMLElement {
  return make('p', { class: 'why' }, sentence(detail), ' ', make('code', {}, code))
}
