import { sha256Hex } from '#crypto'
import { computeReceiptHash } from './digest.ts'
import { verifyEd25519 } from './ed25519.ts'
import { writeOldSignedText } from './old-profile.ts'
import { copyInOrder, copySorted, type Json, NotJsonError, type SortedCopy } from './plain-json.ts'
import type { OldReceipt, Receipt } from './receipt.ts'
import { once } from './remember.ts'
import { oldReceiptShape, receiptShape } from './schema.ts'
import { isRecord, type Problem } from './shape.ts'

/** A receipt read once from whatever the caller gave: every check judges this copy and nothing else. */
export type Reading = {
  profile: 'JCS' | 'old'
  schemaProblem: string | null
  /** Has its type, and the members below their meaning, only while schemaProblem is null. */
  receipt: Receipt | OldReceipt
  receiptHash: () => string
  /** What the signature covers, or null when an old receipt's text could have been signed for another receipt. */
  signedText: () => string | null
  isSigned: () => boolean
  /** The digests that the payloads really have. */
  payloadDigests: () => string[]
}

/** Throws NotJsonError when the value is not plain JSON data. */
export function readReceipt(value: unknown): Reading {
  if (typeof value === 'string') throw new NotJsonError('', 'is text; read it with parseJson first')
  const sorted = copySorted(value)
  return isOldProfile(sorted.value) ? readOldReceipt(copyInOrder(value)) : readSortedReceipt(sorted)
}

export function readSortedReceipt({ value, write }: SortedCopy): Reading {
  const receipt = value as Receipt
  const schemaProblem = describe(receiptShape(value))
  const { text, payloads } = schemaProblem ? { text: write(value), payloads: [] } : writeReceipt(receipt, write)
  const signedText = () => RECEIPT_CONTEXT + withoutSignatureValue(text, receipt.signature.value)
  return {
    profile: 'JCS',
    schemaProblem,
    receipt,
    receiptHash: once(() => sha256Hex(text)),
    signedText,
    isSigned: once(() => fitsSignature(receipt, signedText())),
    payloadDigests: () => payloads.map((payload) => sha256Hex(payload)),
  }
}

/**
 * What keeps a value from having the form of a receipt, or null. It reads no payload and no more of the rest than a receipt may have, so
 * a stranger's value costs little. What is null here may still fail when everything is read.
 */
export function findFormProblem(value: unknown): string | null {
  return describe(isOldProfile(value) ? oldReceiptShape(value) : receiptShape(value))
}

const encoder = new TextEncoder()

/** Names the format and version, so that no other text signed with the same key can pass for a receipt. */
export const RECEIPT_CONTEXT = 'CPS-0001/1.0\n'

/** The texts of a receipt and of its payloads, writing each payload only once. */
function writeReceipt(receipt: Receipt, write: SortedCopy['write']): { text: string; payloads: string[] } {
  const payloads = receipt.evidence.map((block) => write(block.payload))
  const evidence = receipt.evidence.map((block) => ({ ...block, payload: null }))
  // No string can hold this mark, since quotes inside strings are escaped, and no other object has such a member.
  let next = 0
  const text = write({ ...receipt, evidence }).replaceAll('"payload":null', () => `"payload":${payloads[next++]}`)
  return { text, payloads }
}

// In sorted text "value" is the last member of "signature", and only "subject" and "verdict" follow, which hold no such
// member: the last occurrence is the signature's. A string cannot imitate it, since quotes inside strings are escaped.
function withoutSignatureValue(text: string, value: string): string {
  const member = `,"value":"${value}"`
  const place = text.lastIndexOf(member)
  return text.slice(0, place) + text.slice(place + member.length)
}

function describe(problem: Problem | null): string | null {
  return problem && `${problem.at === '' ? 'the receipt' : problem.at} ${problem.is}`
}

function fitsSignature({ signature, issuer }: Receipt | OldReceipt, text: string | null): boolean {
  return text !== null && verifyEd25519(signature.value, encoder.encode(text), issuer.publicKey)
}

function isOldProfile(value: unknown): boolean {
  return isRecord(value) && isRecord(value.signature) && !Object.hasOwn(value.signature, 'canonicalization')
}

function readOldReceipt(value: Json): Reading {
  const receipt = value as OldReceipt
  const signedText = () => writeOldSignedText(receipt)
  return {
    profile: 'old',
    schemaProblem: describe(oldReceiptShape(value)),
    receipt,
    receiptHash: once(() => computeReceiptHash(value)),
    signedText,
    isSigned: once(() => fitsSignature(receipt, signedText())),
    // The old profile digests members in the order in which they traveled.
    payloadDigests: () => receipt.evidence.map((block) => sha256Hex(JSON.stringify(block.payload))),
  }
}
