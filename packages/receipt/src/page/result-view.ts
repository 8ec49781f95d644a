import { CHECKS, type CheckHints, describeChecks, describeDemands, nameCheck } from '../view/checks.ts'
import { describeCoverage } from '../view/members.ts'
import { describeUnreadable, readVerdict, type ReceiptVerdict } from '../view/verdict-words.ts'
import { findSelected, type Documents } from './documents.ts'
import { requireElement, createElement } from './dom.ts'
import type { Judgment, Judgments } from './judgment.ts'
import { renderChange } from './one-byte.ts'
import type { Settings } from './settings.ts'
import { formatLocalTime, type ShownDocument, type ShownVerdict, VerifierElement } from './verifier-element.ts'

const HINTS: CheckHints = { V7: 'You can give it under “How to judge”.', issuer: 'Name keys under “How to judge”.' }
customElements.define('stillhere-verifier', VerifierElement)
const verifier = requireElement('verifier', VerifierElement)

/** The judgments of the documents, and the judgment of the selected one before its byte was changed. */
export type JudgedPage = { judgments: Judgments; unchanged: Judgment | undefined }

/** Shows the verdict and details of each document on the page. Without documents, shows the list of verification checks instead. */
export function showJudgments(documents: Documents, { judgments, unchanged }: JudgedPage, settings: Settings): void {
  const isEmpty = documents.items.length === 0
  requireElement('empty', HTMLElement).hidden = !isEmpty
  verifier.hidden = isEmpty
  if (isEmpty) return
  verifier.verification = {
    documents: documents.items.map(({ name }, index) =>
      showDocument(name, judgments.each[index] as Judgment, settings),
    ),
    selected: documents.selected,
    chain: judgments.chain,
    now: settings.now,
  }
  showTrial(documents, judgments, unchanged)
}

/** Prepares the result area of the page: fills in the list of verification checks, and calls `select` with an index when the person selects a receipt of a chain. */
export function startResult(select: (index: number) => void): void {
  const rows = CHECKS.map(({ name, promise }) =>
    createElement('li', {}, createElement('b', {}, nameCheck(name)), ` ${promise}`),
  )
  requireElement('promises', HTMLElement).replaceChildren(...rows)
  verifier.aside.append(requireElement('trial', HTMLElement))
  verifier.addEventListener('select', (event) => {
    if (event instanceof CustomEvent) select(event.detail)
  })
}

function showDocument(name: string, judgment: Judgment, { options, now, isPresent }: Settings): ShownDocument {
  const judged = `Judged ${isPresent ? 'now,' : 'as of'} ${formatLocalTime(now)}. Clocks may differ by 30 seconds.`
  if (judgment.kind === 'unreadable') {
    const counted = 'No check was made; all eight need text that can be read in one way only.'
    return { name, verdict: showVerdict(describeUnreadable(judgment.problem), [counted, judged]), details: null }
  }
  const { value, result, approver } = judgment
  const verdict = readVerdict(result, { receipt: value, legacy: options.legacy === true })
  // This page has no fields for age and revocation.
  const demands = describeDemands(result, value, { hints: HINTS }).filter(
    ({ name: demand }) => demand === 'issuer' || demand === 'audience',
  )
  return {
    name,
    verdict: showVerdict(verdict, [describeCoverage(result), describeDecision(verdict, judgment), judged]),
    details: { value, result, checks: describeChecks(result, value, { hints: HINTS, approver }), demands },
  }
}

function showVerdict(
  { tone, stamp, headline, reason, advice }: Omit<ReceiptVerdict, 'kind' | 'code'>,
  notes: string[],
): ShownVerdict {
  return { tone, stamp, headline, lines: [...(reason === null ? [] : [reason]), advice, ...notes] }
}

type JudgedDocument = Extract<Judgment, { kind: 'judged' }>

function describeDecision({ code }: ReceiptVerdict, judgment: JudgedDocument): string {
  const { result } = judgment
  if (result.status === 'VALID') return countPassed(judgment)
  const decisive = result.failures.find((one) => one.code === code)
  const others = result.failures.filter((one) => one !== decisive).map(({ check }) => nameCheck(check))
  // If no check failed, the unknown key decided.
  const first = decisive === undefined ? 'The unknown key' : nameCheck(decisive.check)
  if (others.length === 0) return `${first} decided; nothing else failed.`
  return `${first} decided, because it matters most. Also failed: ${others.join(', ')}.`
}

function countPassed({ result: { checks, policy }, approver }: JudgedDocument): string {
  const outcomes = [...Object.values(checks), approver?.outcome, ...Object.values(policy)]
  const made = outcomes.filter((outcome) => outcome === 'PASS').length
  const trusted = policy.issuer === 'PASS' ? ' The key is on your list.' : ''
  return `All ${made} checks that were made have passed.${trusted}`
}

function showTrial(documents: Documents, { each }: Judgments, unchanged: Judgment | undefined): void {
  const item = findSelected(documents)
  const judgment = each[documents.selected]
  if (item === undefined || judgment === undefined) return
  const before = unchanged ?? judgment
  requireElement('trial', HTMLElement).hidden = before.kind === 'unreadable'
  requireElement('restore', HTMLButtonElement).disabled = item.change === null
  requireElement('changed', HTMLElement).replaceChildren(
    ...(item.change === null ? [] : renderChange(item.change, before, judgment)),
  )
}
