import { sha256Hex } from '#crypto'
import { computeReceiptHash } from './digest.ts'
import { verifyEd25519 } from './ed25519.ts'
import { oldSignedText } from './old-profile.ts'
import { copyInOrder, copySorted, type Json, type SortedCopy } from './plain-json.ts'
import type { OldReceipt, Payload, Receipt } from './receipt.ts'
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
  digestOf: (payload: Payload) => string
}

/** Throws NotJsonError when the value is not plain JSON data. */
export function readReceipt(value: unknown): Reading {
  const sorted = copySorted(value)
  return isOldProfile(sorted.value) ? readOldReceipt(copyInOrder(value)) : readSortedReceipt(sorted)
}

export function readSortedReceipt({ value, text, write }: SortedCopy): Reading {
  const receipt = value as Receipt
  const signedText = () => SIGNING_CONTEXT + withoutSignatureValue(text, receipt.signature.value)
  return {
    profile: 'JCS',
    schemaProblem: describe(receiptShape(value)),
    receipt,
    receiptHash: once(() => sha256Hex(text)),
    signedText,
    isSigned: once(() => isSignatureOf(receipt, signedText())),
    digestOf: (payload) => sha256Hex(write(payload)),
  }
}

const encoder = new TextEncoder()

// Names the format and version, so that no other text signed with the same key can pass for a receipt.
const SIGNING_CONTEXT = 'CPS-0001/1.0\n'

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

function isSignatureOf({ signature, issuer }: Receipt | OldReceipt, text: string | null): boolean {
  return text !== null && verifyEd25519(signature.value, encoder.encode(text), issuer.publicKey)
}

function isOldProfile(value: Json): boolean {
  return isRecord(value) && isRecord(value.signature) && !Object.hasOwn(value.signature, 'canonicalization')
}

function readOldReceipt(value: Json): Reading {
  const receipt = value as OldReceipt
  const signedText = () => oldSignedText(receipt)
  return {
    profile: 'old',
    schemaProblem: describe(oldReceiptShape(value)),
    receipt,
    receiptHash: once(() => computeReceiptHash(value)),
    signedText,
    isSigned: once(() => isSignatureOf(receipt, signedText())),
    // The old profile digests members in the order in which they travelled.
    digestOf: (payload) => sha256Hex(JSON.stringify(payload)),
  }
}
