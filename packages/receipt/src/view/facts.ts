import { DEFAULT_LIFETIME_MS } from '../checks.ts'
import type { EvidenceBlock } from '../receipt.ts'
import { isRecord } from '../shape.ts'
import { formatTime, parseOldTime, toMs } from '../time.ts'
import { describeAssurance } from './assurance-words.ts'
import { nameDuration } from './phrases.ts'

/** A piece of a fact: words, or something that a page shows in its own way. A deadline is a time that is still to come or over. */
export type FactPart = string | { code: string } | { key: string } | { time: string } | { deadline: string }

/** One thing that a receipt says of itself. Labels may repeat: there is one "Engine" for each. */
export type Fact = { label: string; parts: FactPart[] }

/** Returns what a receipt says of itself. Nothing is demanded of its form: a member may be absent or anything. */
export function listFacts(receipt: object): Fact[] {
  const read = (...path: string[]) => memberAt(receipt, path)
  return [
    fact('Its own verdict', nameVerdict(read('verdict'))),
    fact('What it shows', describeAssurance({ evidence: blocksIn(read('evidence')) })),
    fact('Subject', code(read('subject', 'id')), inBrackets('type', read('subject', 'type'))),
    fact('Seen', ...describeInterval(read('interval'))),
    ...listAssertions(read('assertions')),
    ...listEngines(read('evidence')),
    fact('Signed', ...describeSignature(read('signature'))),
    fact('Expires', ...describeExpiry(read('expiresAt'), read('interval', 'end'))),
    fact('Audience', read('audience') === undefined ? 'anybody' : say(read('audience'))),
    fact('References', nameReferences(read('references'))),
    fact('Issuer', code(read('issuer', 'id'))),
    fact('Key', key(read('issuer', 'publicKey'))),
    fact('Receipt', code(read('receiptId'))),
    fact('Follows', namesNone(read('previousReceiptHash')) ? 'no other receipt' : code(read('previousReceiptHash'))),
    fact('Profile', nameProfile(read('protocolVersion'), read('signature'))),
  ]
}

/** Returns a fact as plain text. */
export function writeFact({ parts }: Fact): string {
  return parts.map((part) => (typeof part === 'string' ? part : Object.values(part).join(''))).join('')
}

function fact(label: string, ...parts: FactPart[]): Fact {
  return { label, parts: parts.filter((part) => part !== '') }
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

function code(value: unknown): FactPart {
  return typeof value === 'string' ? { code: value } : say(value)
}

function key(value: unknown): FactPart {
  return typeof value === 'string' ? { key: value } : say(value)
}

function time(value: unknown): FactPart {
  return isTime(value) ? { time: value } : say(value)
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && parseOldTime(value) !== null
}

function inBrackets(name: string, value: unknown): string {
  return value === undefined ? '' : ` (${name} ${say(value)})`
}

function nameVerdict(verdict: unknown): string {
  return verdict === undefined ? 'none' : say(verdict).replaceAll('_', ' ').toLowerCase()
}

function blocksIn(evidence: unknown): EvidenceBlock[] {
  const blocks: unknown[] = Array.isArray(evidence) ? evidence : []
  return blocks.filter((block): block is EvidenceBlock => isRecord(block) && isRecord(block.payload))
}

function describeInterval(interval: unknown): FactPart[] {
  const ms = memberAt(interval, ['coverageMs'])
  const length = typeof ms === 'number' && ms >= 0 ? nameDuration(ms) : say(ms)
  return [`${length}, from `, time(memberAt(interval, ['start'])), ' to ', time(memberAt(interval, ['end']))]
}

const ASSERTIONS = { observationOccurred: 'Observed', continuityMaintained: 'Continuous', receiptIntegrity: 'Intact' }

function listAssertions(assertions: unknown): Fact[] {
  return Object.entries(ASSERTIONS).map(([name, label]) => {
    const value = memberAt(assertions, [name, 'value'])
    const words = typeof value === 'boolean' ? (value ? 'yes' : 'no') : say(value)
    return fact(label, `${words}, confidence ${say(memberAt(assertions, [name, 'confidence']))}`)
  })
}

function listEngines(evidence: unknown): Fact[] {
  if (!Array.isArray(evidence) || evidence.length === 0) return [fact('Engine', say(evidence))]
  return evidence.map((block: unknown) => {
    const read = (name: string) => memberAt(block, [name])
    return fact(
      'Engine',
      code(read('engineId')),
      ` ${say(read('engineVersion'))}, confidence ${say(read('confidence'))}`,
    )
  })
}

function describeSignature(signature: unknown): FactPart[] {
  if (signature === undefined) return ['no']
  return [time(memberAt(signature, ['signedAt'])), ` with ${say(memberAt(signature, ['algorithm']))}`]
}

function describeExpiry(expiresAt: unknown, end: unknown): FactPart[] {
  if (isTime(expiresAt)) return [{ deadline: expiresAt }]
  if (expiresAt !== undefined) return [say(expiresAt)]
  if (!isTime(end)) return [FIVE_MINUTES]
  return [{ deadline: formatTime(toMs(end) + DEFAULT_LIFETIME_MS) }, ` (${FIVE_MINUTES})`]
}

const FIVE_MINUTES = 'not said: five minutes after the end'

function namesNone(hash: unknown): boolean {
  return hash === null || hash === undefined
}

function nameReferences(references: unknown): string {
  if (references === undefined || (Array.isArray(references) && references.length === 0)) return 'none'
  return Array.isArray(references) ? references.map(say).join(', ') : say(references)
}

function nameProfile(version: unknown, signature: unknown): string {
  const canonicalization = memberAt(signature, ['canonicalization'])
  if (!isRecord(signature)) return `version ${say(version)}, not signed`
  return canonicalization === undefined
    ? `version ${say(version)}, the old profile, which leaves members unsigned`
    : `version ${say(version)}, ${say(canonicalization)}`
}
