import { ProblemError } from '@stillhere/client/http'
import { encryptReceipt, formatReceiptLink } from '@stillhere/client/kept-receipts'
import { service } from '../service.ts'
import type { DeviceReceipt } from './database.ts'
import { setLink } from './device-receipts.ts'

/** Encrypts a receipt here, has the service keep the ciphertext, and remembers its link. */
export async function keepAtService(one: DeviceReceipt): Promise<void> {
  const { ciphertext, key } = await encryptReceipt(one.receipt)
  const { id } = await service.keepReceipt({ ciphertext })
  await setLink(one, { id, key })
}

/** Ends the link of a receipt: the service forgets the ciphertext. One that is gone already is no failure. */
export async function endLink(one: DeviceReceipt): Promise<void> {
  if (one.link === null) return
  try {
    await service.removeKeptReceipt({ id: one.link.id })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'NOT_FOUND') throw error
  }
  await setLink(one, null)
}

/** The link of a receipt that the service keeps; null for any other. */
export function linkOf({ link }: DeviceReceipt): string | null {
  return link && formatReceiptLink({ origin: location.origin, ...link })
}
