import type { Assertion, EvidenceBlock, OldReceipt, Receipt } from '../receipt.ts'
import { timeOf } from '../time.ts'
import { copyable } from './copy.ts'
import { make } from './dom.ts'
import { expiryOf } from './expiry.ts'
import { distance, duration, localTime } from './time-words.ts'

type Row = [name: string, ...value: (Node | string)[]]

/** What a well-formed receipt says about itself. */
export function factsView(receipt: Receipt | OldReceipt, now: number): HTMLElement {
  const rows = [...aboutSubject(receipt), ...aboutTime(receipt, now), ...aboutIssuer(receipt)]
  return make('dl', { class: 'facts' }, ...rows.map(rowView))
}

function rowView([name, ...value]: Row): HTMLElement {
  return make('div', {}, make('dt', {}, name), make('dd', {}, ...value))
}

function aboutSubject({ subject, verdict, assertions, evidence, ...receipt }: Receipt | OldReceipt): Row[] {
  const { observationOccurred, continuityMaintained, receiptIntegrity } = assertions
  const asserted = [
    assertionView('an observation occurred', observationOccurred),
    assertionView('continuity was maintained', continuityMaintained),
    assertionView('the receipt is whole', receiptIntegrity),
  ]
  return [
    ['Its own verdict', verdictText(verdict)],
    ['Subject', code(subject.id), ...(subject.type === undefined ? [] : [`, of type ${subject.type}`])],
    ['Engines', make('ul', {}, ...evidence.map(engineView))],
    ['Assertions', make('ul', {}, ...asserted)],
    ['Audience', 'audience' in receipt && receipt.audience ? receipt.audience : 'anybody; none is named'],
  ]
}

function aboutTime(receipt: Receipt | OldReceipt, now: number): Row[] {
  const { interval, signature } = receipt
  const expiry = expiryOf(receipt)
  return [
    ['From', ...timeView(interval.start)],
    ['To', ...timeView(interval.end, `, ${duration(interval.coverageMs)} in all`)],
    ['Signed', ...timeView(signature.signedAt)],
    ['Expires', ...timeView(receipt.expiresAt ?? new Date(expiry).toISOString(), `, ${distance(expiry, now)}`)],
  ]
}

function aboutIssuer({ issuer, receiptId, previousReceiptHash }: Receipt | OldReceipt): Row[] {
  return [
    ['Issuer', code(issuer.id)],
    ['Issuer’s key', copyable(issuer.publicKey, 'Copy the key')],
    ['Receipt', code(receiptId)],
    ['Follows', previousReceiptHash ? code(previousReceiptHash) : 'no other receipt'],
  ]
}

function verdictText(verdict: Receipt['verdict']): string {
  return verdict === undefined ? 'none' : verdict.replaceAll('_', ' ').toLowerCase()
}

function engineView({ engineId, engineVersion, confidence }: EvidenceBlock): HTMLElement {
  return make('li', {}, code(engineId), ` ${engineVersion}, confidence ${confidence}`)
}

function assertionView(claim: string, { value, confidence }: Assertion): HTMLElement {
  return make('li', {}, `${claim}: ${value ? 'yes' : 'no'}, confidence ${confidence}`)
}

/** The reader's own clock first, then the receipt's exact UTC text. */
function timeView(text: string, note = ''): (Node | string)[] {
  return [make('time', { datetime: text }, localTime(timeOf(text))), `${note} `, make('code', { class: 'utc' }, text)]
}

function code(text: string): HTMLElement {
  return make('code', {}, text)
}
