import { sha256Hex } from '#crypto'
import { verifyEd25519 } from './ed25519.ts'
import { canonicalize, copyInOrder, copySorted, type Json, NotJsonError, type SortedCopy } from './json.ts'
import type { OldReceipt, Receipt } from './receipt.ts'
import { isRecord, oldReceiptShape, type Problem, receiptShape } from './schema.ts'

/** A receipt that was read once from the caller's value. Every check looks at this copy only. */
export class ParsedReceipt {
  readonly profile: 'JCS' | 'old'
  readonly schemaProblem: string | null
  /** Has this type only if `schemaProblem` is null. */
  readonly receipt: Receipt | OldReceipt
  /** The RFC 8785 texts of the receipt and of its payloads. An old receipt digests its payloads in another form. */
  readonly #text: string
  readonly #payloads: readonly string[]
  #hash: string | undefined
  #isSigned: boolean | undefined

  constructor(value: Json, schemaProblem: string | null, text: string, payloads: readonly string[] = []) {
    this.profile = isOldProfile(value) ? 'old' : 'JCS'
    this.schemaProblem = schemaProblem
    this.receipt = value as Receipt | OldReceipt
    this.#text = text
    this.#payloads = payloads
  }

  /** The hash that the next receipt of a chain has in `previousReceiptHash`. */
  get hash(): string {
    this.#hash ??= sha256Hex(this.#text)
    return this.#hash
  }

  /** True if the issuer's key signed this receipt. A chain asks twice: for the receipt, and as predecessor of the next one. */
  get isSigned(): boolean {
    this.#isSigned ??= hasValidSignature(this.receipt, this.writeSignedText())
    return this.#isSigned
  }

  /** Returns the text that the signature covers, or null if the text of an old receipt also fits another receipt. */
  writeSignedText(): string | null {
    const { profile, receipt } = this
    return profile === 'old'
      ? encodeOldSignedText(receipt)
      : RECEIPT_CONTEXT + removeSignatureValue(this.#text, receipt.signature.value)
  }

  /** Computes the digests of the payloads. The old profile digests members in the order in which they were sent. */
  computePayloadDigests(): string[] {
    const { profile, receipt } = this
    const texts = profile === 'old' ? receipt.evidence.map((block) => JSON.stringify(block.payload)) : this.#payloads
    return texts.map((text) => sha256Hex(text))
  }
}

/** Parses a value as a receipt of today's or the old profile. Throws a `NotJsonError` if it isn't plain JSON data; any other problem is in `schemaProblem` of the result. */
export function parseReceipt(value: unknown): ParsedReceipt {
  if (typeof value === 'string') throw new NotJsonError('', 'is text; read it with parseJson first')
  const sorted = copySorted(value)
  if (!isOldProfile(sorted.value)) return toParsedReceipt(sorted)
  // Only this second copy is used from here: a hostile value can differ each time it is read.
  const inOrder = copyInOrder(value)
  return new ParsedReceipt(inOrder, describeProblem(oldReceiptShape(inOrder)), canonicalize(inOrder))
}

/** Converts a sorted copy to a parsed receipt of today's profile. Serializes each payload only once, for its digest and for the signed text. */
export function toParsedReceipt({ value, write }: SortedCopy): ParsedReceipt {
  const schemaProblem = describeProblem(receiptShape(value))
  if (schemaProblem !== null) return new ParsedReceipt(value, schemaProblem, write(value))
  const receipt = value as Receipt
  const payloads = receipt.evidence.map((block) => write(block.payload))
  const evidence = receipt.evidence.map((block) => ({ ...block, payload: null }))
  // This text can't stand inside a string, where quotes are escaped, and no other object has such a member.
  let next = 0
  const text = write({ ...receipt, evidence }).replaceAll('"payload":null', () => `"payload":${payloads[next++]}`)
  return new ParsedReceipt(value, null, text, payloads)
}

/**
 * Returns a sentence that says why a value doesn't have the form of a receipt, or null if it does. Skips payloads and anything longer than a receipt
 * can contain, so that it is cheap for values of any size. `parseReceipt` can still throw afterwards.
 */
export function findFormProblem(value: unknown): string | null {
  return describeProblem(isOldProfile(value) ? oldReceiptShape(value) : receiptShape(value))
}

const encoder = new TextEncoder()

/** Begins the text that is signed. It names format and version, so that another text signed with the same key can't be passed off as a receipt. */
export const RECEIPT_CONTEXT = 'CPS-0001/1.0\n'

// In sorted text "value" is the last member of "signature". Only "subject" and "verdict" follow, which have no such member, so the last
// occurrence is the signature's. A string can't imitate it, because quotes inside strings are escaped.
function removeSignatureValue(text: string, value: string): string {
  const member = `,"value":"${value}"`
  const place = text.lastIndexOf(member)
  return text.slice(0, place) + text.slice(place + member.length)
}

function describeProblem(problem: Problem | null): string | null {
  return problem && `${problem.at === '' ? 'the receipt' : problem.at} ${problem.is}`
}

function hasValidSignature({ signature, issuer }: Receipt | OldReceipt, text: string | null): boolean {
  return text !== null && verifyEd25519(signature.value, encoder.encode(text), issuer.publicKey)
}

function isOldProfile(value: unknown): boolean {
  return isRecord(value) && isRecord(value.signature) && !Object.hasOwn(value.signature, 'canonicalization')
}

/**
 * Returns the text that release candidate 1 of the public reference signs: thirteen fields joined by ":". Returns null if a free-text field contains
 * ":", because the text would then fit several receipts.
 */
export function encodeOldSignedText(receipt: OldReceipt): string | null {
  if (!hasOneReading(receipt)) return null
  const { interval, subject, issuer, assertions } = receipt
  const { observationOccurred, continuityMaintained, receiptIntegrity } = assertions
  const judged = [observationOccurred, continuityMaintained, receiptIntegrity]
  return [
    receipt.receiptId,
    interval.start,
    interval.end,
    interval.coverageMs,
    subject.id,
    receipt.evidence.map((block) => block.payloadDigest).join(':'),
    issuer.id,
    issuer.publicKey,
    receipt.protocolVersion,
    receipt.expiresAt ?? '',
    judged.map(({ value, confidence }) => `${value}:${confidence}`).join(':'),
    receipt.verdict ?? '',
    (receipt.references ?? []).join(':'),
  ].join(':')
}

/** Lists the JSON pointers of the members of an old receipt that its signature doesn't cover. */
export function listUnsignedMembers(receipt: OldReceipt): string[] {
  const named = ['/subject/type', '/previousReceiptHash', '/signature/algorithm', '/signature/signedAt']
  const ofBlocks = receipt.evidence.flatMap((_, index) =>
    ['engineId', 'engineVersion', 'confidence'].map((name) => `/evidence/${index}/${name}`),
  )
  return [...named.filter((pointer) => hasMember(receipt, pointer)), ...ofBlocks]
}

// Times, digests, keys, numbers and the verdict have fixed forms; only these slots are free text. A bare "sha256" would
// let the first digest pass for the rest of the subject's id.
function hasOneReading({ receiptId, subject, issuer, references = [] }: OldReceipt): boolean {
  const subjectId = subject.id.replace(/^sha256:/, '')
  return subject.id !== 'sha256' && [receiptId, subjectId, issuer.id, ...references].every(isOneSlot)
}

function isOneSlot(slot: string): boolean {
  return slot !== '' && !slot.includes(':')
}

function hasMember(receipt: object, pointer: string): boolean {
  let place: unknown = receipt
  for (const name of pointer.slice(1).split('/')) {
    place = (place as Record<string, unknown>)[name]
  }
  return place !== undefined
}
