import type { OldReceipt } from './receipt.ts'

/**
 * The text that release candidate 1 of the public reference signs: thirteen slots joined by ":".
 * Null when a slot holds a ":" that does not belong there, because the same text then fits several receipts.
 */
export function writeOldSignedText(receipt: OldReceipt): string | null {
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

/** JSON pointers of the members of an old receipt that its signature does not cover. */
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
