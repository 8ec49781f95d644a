import { CHECKS, type CheckHints, type CheckRow, describeChecks, describeDemands, nameCheck } from '../view/checks.ts'
import { make } from './dom.ts'
import type { Judgment } from './judgment.ts'

type Judged = Extract<Judgment, { kind: 'judged' }>

const HINTS: CheckHints = { V7: 'You can give it under “How to judge”.', issuer: 'Name keys under “How to judge”.' }

/** Every check with its outcome and, where it failed or was not made, why. */
export function checksView({ receipt, result }: Judged): HTMLElement {
  // Of age and revocation this page cannot be asked.
  const demands = describeDemands(result, receipt, { hints: HINTS }).filter(
    ({ name }) => name === 'issuer' || name === 'audience',
  )
  const rows = [...describeChecks(result, receipt, { hints: HINTS }), ...demands]
  return make('ol', { class: 'checks' }, ...rows.map(checkView))
}

/** What the checks are, before there is anything to check. */
export function checksPreview(): HTMLElement {
  const rows = CHECKS.map(({ name, promise }) => make('li', {}, make('b', {}, nameCheck(name)), make('p', {}, promise)))
  return make('ol', { class: 'checks' }, ...rows)
}

function checkView(row: CheckRow): HTMLElement {
  const head = make(
    'p',
    { class: 'leader' },
    make('b', {}, nameCheck(row.name)),
    make('span', { class: 'dots', 'aria-hidden': 'true' }),
    make('strong', { class: `outcome ${row.outcome.toLowerCase()}` }, row.outcome),
  )
  return make('li', { 'data-check': row.name }, head, make('p', {}, row.promise), ...reasonView(row))
}

function reasonView({ reason, code }: CheckRow): HTMLElement[] {
  if (reason === null) return []
  return [
    code === null
      ? make('p', { class: 'fine' }, reason)
      : make('p', { class: 'why' }, reason, ' ', make('code', {}, code)),
  ]
}
