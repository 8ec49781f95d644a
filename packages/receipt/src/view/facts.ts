import { computeThumbprint, findApprover } from '../approver/block.ts'
import { writeBindingWords } from '../binding-words.ts'
import { DEFAULT_LIFETIME_MS } from '../checks.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { EvidenceBlock } from '../receipt.ts'
import { isRecord } from '../schema.ts'
import { formatTime, parseOldTime, toMs } from '../time.ts'
import { hasStatedKey } from './checks.ts'
import { describeAssurance } from './levels.ts'
import { ENGLISH, formatDuration, type Voice } from './voice.ts'

/**
 * A part of a fact: words, or a value that a page displays in its own way. A `deadline` is a time in the future or in the past. `sixWords` is the
 * digest for `writeBindingWords`, whose word lists are too large for a page that may not need them.
 */
export type FactPart =
  | string
  | { code: string }
  | { key: string }
  | { time: string }
  | { deadline: string }
  | { sixWords: string }

/** A fact that a receipt states about itself. Labels can repeat: there is one "Engine" for each engine. */
export type Fact = { label: string; parts: FactPart[] }

/**
 * Lists the facts that a receipt states about itself, as labels and texts for people. It verifies nothing, and accepts any object: members can be
 * absent or of any type.
 *
 * @returns the facts in the order of display.
 * @example
 * const lines = listFacts(receipt).map((fact) => `${fact.label}: ${writeFact(fact)}`)
 */
export function listFacts(receipt: object, voice: Voice = ENGLISH): Fact[] {
  const { say } = voice
  const read = (...path: string[]) => findMember(receipt, path)
  const teller = createTeller(voice)
  const { write, code, key } = teller
  return [
    createFact(say('Its own verdict'), describeVerdict(read('verdict'), teller)),
    createFact(say('What it shows'), describeAssurance({ evidence: listBlocks(read('evidence')) }, voice)),
    ...listApproverFacts({ evidence: listBlocks(read('evidence')) }, voice),
    createFact(say('Subject'), code(read('subject', 'id')), describeType(read('subject', 'type'), teller)),
    createFact(say('Seen'), ...describeInterval(read('interval'), teller)),
    ...listAssertions(read('assertions'), teller),
    ...listEngines(read('evidence'), teller),
    createFact(say('Signed'), ...describeSignature(read('signature'), teller)),
    createFact(say('Expires'), ...describeExpiry(read('expiresAt'), read('interval', 'end'), teller)),
    createFact(say('Audience'), read('audience') === undefined ? say('anyone') : write(read('audience'))),
    createFact(say('References'), describeReferences(read('references'), teller)),
    ...listBindingWords(listBlocks(read('evidence')), teller),
    createFact(say('Issuer'), code(read('issuer', 'id'))),
    createFact(say('Key'), key(read('issuer', 'publicKey'))),
    createFact(say('Receipt'), code(read('receiptId'))),
    createFact(say('Follows'), describePredecessor(read('previousReceiptHash'), teller)),
    createFact(say('Profile'), describeProfile(read('protocolVersion'), read('signature'), teller)),
  ]
}

/**
 * Converts a fact to plain text, without its label.
 *
 * @returns the joined text of the fact's parts.
 * @example
 * const text = writeFact({ label: 'Engine', parts: [{ code: 'EE-001' }, ' 1.0.0'] })
 */
export function writeFact({ parts }: Fact): string {
  const write = (part: FactPart) => {
    if (typeof part === 'string') return part
    return 'sixWords' in part ? writeBindingWords(part.sixWords, 'en') : Object.values(part).join('')
  }
  return parts.map(write).join('')
}

function createFact(label: string, ...parts: FactPart[]): Fact {
  return { label, parts: parts.filter((part) => part !== '') }
}

function findMember(value: unknown, path: readonly string[]): unknown {
  let place = value
  for (const name of path) {
    place = isRecord(place) && Object.hasOwn(place, name) ? place[name] : undefined
  }
  return place
}

/** Writes values of any type in one language. */
type Teller = ReturnType<typeof createTeller>

function createTeller(voice: Voice) {
  const { say } = voice
  const write = (value: unknown): string => {
    if (value === undefined) return say('absent')
    if (typeof value === 'number' && voice.language !== 'en') return formatNumber(value, voice.language)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return {
    ...voice,
    write,
    code: (value: unknown): FactPart => (typeof value === 'string' ? { code: value } : write(value)),
    key: (value: unknown): FactPart => (typeof value === 'string' ? { key: value } : write(value)),
    time: (value: unknown): FactPart => (isTime(value) ? { time: value } : write(value)),
  }
}

function formatNumber(value: number, language: string): string {
  return value.toLocaleString(language, { maximumFractionDigits: 20, useGrouping: false })
}

/** Splits a text at the names in braces and replaces them by parts. */
function splitTemplate(text: string, parts: Readonly<Record<string, FactPart>>): FactPart[] {
  return text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 1 ? (parts[piece] ?? piece) : piece))
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && parseOldTime(value) !== null
}

function describeType(type: unknown, { say, write }: Teller): string {
  return type === undefined ? '' : ` ${say('(type {type})', { type: write(type) })}`
}

function describeVerdict(verdict: unknown, { say, write }: Teller): string {
  if (verdict === undefined) return say('none')
  if (verdict === 'PASS') return say('pass')
  if (verdict === 'FAIL') return say('fail')
  if (verdict === 'INSUFFICIENT_EVIDENCE') return say('insufficient evidence')
  return write(verdict).replaceAll('_', ' ').toLowerCase()
}

function listBlocks(evidence: unknown): EvidenceBlock[] {
  const blocks: unknown[] = Array.isArray(evidence) ? evidence : []
  return blocks.filter((block): block is EvidenceBlock => isRecord(block) && isRecord(block.payload))
}

function listBindingWords(evidence: EvidenceBlock[], { say }: Teller): Fact[] {
  const digest = readPresencePolicy({ evidence })?.action_digest
  if (!digest || !/^[0-9a-f]{64}$/.test(digest)) return []
  return [createFact(say('Six words of its action'), { sixWords: digest })]
}

/** Lists the person's key and who vouches for the receipt, without verifying anything. */
function listApproverFacts(receipt: { evidence: EvidenceBlock[] }, { say }: Voice): Fact[] {
  const label = say('Vouched for by')
  const found = findApprover(receipt)
  if (found === null) {
    const words = hasStatedKey(receipt)
      ? say('its issuer alone. The service alone says that this person’s key signed.')
      : say('its issuer alone. No key of a person is in it.')
    return [{ label, parts: [words] }]
  }
  if ('code' in found) return [{ label, parts: [say('its issuer alone. The key of a person in it cannot be read.')] }]
  const action = readPresencePolicy(receipt)?.action
  return [
    {
      label,
      parts: [say('its issuer, and the person’s own key where V8 passes. Compare it with the key that you know.')],
    },
    { label: say('Key of the person'), parts: [{ key: computeThumbprint(found.key) }] },
    { label: say('Key belongs to'), parts: [{ code: found.rp_id }] },
    { label: say('Signed on'), parts: [{ code: found.origin }] },
    ...(action ? [{ label: say('Signed action'), parts: [action] }] : []),
  ]
}

function describeInterval(interval: unknown, { say, language, write, time }: Teller): FactPart[] {
  const ms = findMember(interval, ['coverageMs'])
  const length = typeof ms === 'number' && ms >= 0 ? formatDuration(ms, language) : write(ms)
  const [start, end] = [time(findMember(interval, ['start'])), time(findMember(interval, ['end']))]
  return splitTemplate(say('{length}, from {start} to {end}'), { length, start, end })
}

function listAssertions(assertions: unknown, { say, write }: Teller): Fact[] {
  const labels = {
    observationOccurred: say('Observed'),
    continuityMaintained: say('Continuous'),
    receiptIntegrity: say('Intact'),
  }
  return Object.entries(labels).map(([name, label]) => {
    const value = findMember(assertions, [name, 'value'])
    const words = typeof value === 'boolean' ? (value ? say('yes') : say('no')) : write(value)
    const confidence = formatFraction(write(findMember(assertions, [name, 'confidence'])))
    return createFact(label, say('{words}, confidence {confidence}', { words, confidence }))
  })
}

// Four digits are enough here; the list of members shows all. The number is cut, because rounding could turn less than 1 into 1.
function formatFraction(text: string): string {
  return text.replace(/^(0\.\d{4})\d+$/, '$1…')
}

function listEngines(evidence: unknown, { say, write, code }: Teller): Fact[] {
  if (!Array.isArray(evidence) || evidence.length === 0) return [createFact(say('Engine'), write(evidence))]
  return evidence.map((block: unknown) => {
    const read = (name: string) => findMember(block, [name])
    const words = write(read('engineVersion'))
    const version = say('{words}, confidence {confidence}', {
      words,
      confidence: formatFraction(write(read('confidence'))),
    })
    return createFact(say('Engine'), code(read('engineId')), ` ${version}`)
  })
}

function describeSignature(signature: unknown, { say, write, time }: Teller): FactPart[] {
  if (signature === undefined) return [say('no')]
  const at = time(findMember(signature, ['signedAt']))
  return splitTemplate(say('{time} with {algorithm}'), {
    time: at,
    algorithm: write(findMember(signature, ['algorithm'])),
  })
}

function describeExpiry(expiresAt: unknown, end: unknown, { say, write }: Teller): FactPart[] {
  if (isTime(expiresAt)) return [{ deadline: expiresAt }]
  if (expiresAt !== undefined) return [write(expiresAt)]
  const usual = say('not said: five minutes after the end')
  if (!isTime(end)) return [usual]
  return [{ deadline: formatTime(toMs(end) + DEFAULT_LIFETIME_MS) }, ` (${usual})`]
}

function describePredecessor(hash: unknown, { say, code }: Teller): FactPart {
  return hash === null || hash === undefined ? say('no other receipt') : code(hash)
}

function describeReferences(references: unknown, { say, write }: Teller): string {
  if (references === undefined || (Array.isArray(references) && references.length === 0)) return say('none')
  return Array.isArray(references) ? references.map(write).join(', ') : write(references)
}

function describeProfile(given: unknown, signature: unknown, { say, write }: Teller): string {
  const version = write(given)
  const canonicalization = findMember(signature, ['canonicalization'])
  if (!isRecord(signature)) return say('version {version}, not signed', { version })
  return canonicalization === undefined
    ? say('version {version}, the old profile, which leaves members unsigned', { version })
    : say('version {version}, {profile}', { version, profile: write(canonicalization) })
}
