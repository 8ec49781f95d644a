import { ProblemError } from '@stillhere/client/http'
import { decryptReceipt, parseReceiptLink } from '@stillhere/client/kept-receipts'
import { service } from '../../service.ts'
import { type ReceiptDocument, readDocuments } from '../verify/documents.ts'

/** The reason why a link shows no receipt. */
export type Obstacle = 'malformed' | 'gone' | 'wrong_key' | 'unreadable' | 'insecure'

/** The result of a link: one document to verify, or the obstacle. */
type OpenedLink = { documents: readonly [ReceiptDocument] } | { obstacle: Obstacle }

/**
 * Fetches the kept receipt of a link and decrypts it in this browser. Returns the document, or the obstacle if it can't be shown. Throws
 * only errors after which a retry may help, such as a lost connection.
 */
export async function openLink(href: string, signal?: AbortSignal): Promise<OpenedLink> {
  const link = parseReceiptLink(href)
  if (link === null) return { obstacle: 'malformed' }
  // Browsers have no WebCrypto on other pages.
  if (!isSecureContext) return { obstacle: 'insecure' }
  const ciphertext = await loadCiphertext(link.id, signal)
  if (ciphertext === null) return { obstacle: 'gone' }
  const text = await decryptReceipt({ ciphertext, key: link.key })
  if (text === null) return { obstacle: 'wrong_key' }
  const [document, ...more] = readDocuments(text, 'Receipt')
  if (!document || more.length > 0 || !('value' in document)) return { obstacle: 'unreadable' }
  return { documents: [document] }
}

async function loadCiphertext(id: string, signal: AbortSignal | undefined): Promise<string | null> {
  try {
    return (await service.getKeptReceipt({ id }, signal ? { signal } : {})).ciphertext
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
