import type { VerifiedReceipt } from './decide.ts'

const verifiedReceipts = new WeakMap<object, VerifiedReceipt>()

/** The receipt that requireReceipt let through with this request. Throws where no guard stood before the handler. */
export function receiptOf(request: object): VerifiedReceipt {
  const verified = verifiedReceipts.get(request)
  if (verified === undefined) throw new Error('receiptOf: requireReceipt did not guard this request')
  return verified
}

/** Hands a verified receipt over to the handlers of a request: to receiptOf, and as `request.stillhere`. */
export function noteReceipt(request: object, verified: VerifiedReceipt): void {
  verifiedReceipts.set(request, verified)
  Object.defineProperty(request, 'stillhere', { value: verified, enumerable: true, configurable: true })
}
