import { ProblemError } from '@stillhere/client/http'
import { decryptReceipt, parseReceiptLink } from '@stillhere/client/kept-receipts'
import { service } from '../../service.ts'
import { type ReceiptDocument, readDocuments } from '../verify/flow/documents.ts'
import type { Obstacle } from './words.ts'

/** What a link led to: one document to judge, or what stands in the way. */
export type Opened = { documents: readonly [ReceiptDocument] } | { obstacle: Obstacle }

/** Fetches what the service keeps at an address and decrypts it here; throws only what another try may mend. */
export async function openLink(href: string, signal?: AbortSignal): Promise<Opened> {
  const link = parseReceiptLink(href)
  if (link === null) return { obstacle: 'malformed' }
  // Browsers have no WebCrypto on other pages.
  if (!isSecureContext) return { obstacle: 'insecure' }
  const ciphertext = await fetchCiphertext(link.id, signal)
  if (ciphertext === null) return { obstacle: 'gone' }
  const text = await decryptReceipt({ ciphertext, key: link.key })
  if (text === null) return { obstacle: 'wrong_key' }
  const [document, ...more] = readDocuments(text, 'Receipt')
  if (!document || more.length > 0 || !('value' in document)) return { obstacle: 'unreadable' }
  return { documents: [document] }
}

async function fetchCiphertext(id: string, signal: AbortSignal | undefined): Promise<string | null> {
  try {
    return (await service.getKeptReceipt({ id }, signal ? { signal } : {})).ciphertext
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
