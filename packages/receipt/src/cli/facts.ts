import { isRecord } from '../shape.ts'
import type { Row } from './table.ts'
import { durationInWords } from './words.ts'

/** What a receipt says of itself, in words. Nothing is known of its form: a member may be absent or anything. */
export function factsOf(receipt: object): Row[] {
  const read = (...path: string[]) => memberAt(receipt, path)
  return [
    ['Receipt', say(read('receiptId'))],
    ['Subject', say(read('subject', 'id')) + inBrackets('type', read('subject', 'type'))],
    ['Interval', `${say(read('interval', 'start'))} to ${say(read('interval', 'end'))}`],
    ['Coverage', durationOf(read('interval', 'coverageMs'))],
    ['Verdict', say(read('verdict'))],
    ...assertionRows(read('assertions')),
    ...engineRows(read('evidence')),
    ['Issuer', `id ${say(read('issuer', 'id'))}, key ${say(read('issuer', 'publicKey'))}`],
    ['Signed', signatureInWords(read('signature'))],
    ['Expires', read('expiresAt') === undefined ? 'not said: five minutes after the end' : say(read('expiresAt'))],
    ['Predecessor', predecessorInWords(read('previousReceiptHash'))],
    ['References', referencesInWords(read('references'))],
    ['Audience', read('audience') === undefined ? 'anybody' : JSON.stringify(read('audience'))],
    ['Profile', profileOf(read('protocolVersion'), read('signature'))],
  ]
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  let place = value
  for (const name of path) {
    place = isRecord(place) && Object.hasOwn(place, name) ? place[name] : undefined
  }
  return place
}

function say(value: unknown): string {
  if (value === undefined) return 'absent'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function inBrackets(name: string, value: unknown): string {
  return value === undefined ? '' : ` (${name} ${say(value)})`
}

function durationOf(ms: unknown): string {
  return typeof ms === 'number' && ms >= 0 ? `${durationInWords(ms)} (${ms} ms)` : say(ms)
}

function assertionRows(assertions: unknown): Row[] {
  const titles = { observationOccurred: 'Observed', continuityMaintained: 'Continuous', receiptIntegrity: 'Intact' }
  return Object.entries(titles).map(([name, title]): Row => {
    const confidence = memberAt(assertions, [name, 'confidence'])
    return [title, say(memberAt(assertions, [name, 'value'])) + inBrackets('confidence', confidence)]
  })
}

function engineRows(evidence: unknown): Row[] {
  if (!Array.isArray(evidence) || evidence.length === 0) return [['Engine', say(evidence)]]
  return evidence.map((block: unknown) => {
    const read = (name: string) => say(memberAt(block, [name]))
    return ['Engine', `${read('engineId')} ${read('engineVersion')} (confidence ${read('confidence')})`]
  })
}

function signatureInWords(signature: unknown): string {
  if (signature === undefined) return 'no'
  return `at ${say(memberAt(signature, ['signedAt']))} with ${say(memberAt(signature, ['algorithm']))}`
}

function predecessorInWords(hash: unknown): string {
  return hash === null || hash === undefined ? 'none named' : say(hash)
}

function referencesInWords(references: unknown): string {
  if (references === undefined || (Array.isArray(references) && references.length === 0)) return 'none'
  return Array.isArray(references) ? references.map(say).join(', ') : say(references)
}

function profileOf(version: unknown, signature: unknown): string {
  const canonicalization = memberAt(signature, ['canonicalization'])
  if (!isRecord(signature)) return `version ${say(version)}, not signed`
  return canonicalization === undefined
    ? `version ${say(version)}, the old profile, which leaves members unsigned`
    : `version ${say(version)}, ${say(canonicalization)}`
}
