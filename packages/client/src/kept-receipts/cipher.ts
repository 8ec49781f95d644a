/** An encrypted receipt for the service, and the key that stays with the person; both in base64url. */
export type EncryptedReceipt = { ciphertext: string; key: string }

const NONCE_BYTES = 12
// Binds the ciphertext to this content format, so that it can't be confused with a later one.
const CONTENT = new TextEncoder().encode('stillhere-kept-receipt-1')

/**
 * Encrypts a receipt with a new 256-bit key (AES-GCM), so that the service can store it without being able to read it. Put the key only into the
 * fragment of a link.
 *
 * @returns the ciphertext, for the client's `keepReceipt`, and the key.
 * @throws where the page is not secure: browsers have no WebCrypto there.
 * @example
 * const { ciphertext, key } = await encryptReceipt(receipt)
 */
export async function encryptReceipt(receipt: object): Promise<EncryptedReceipt> {
  const key = crypto.getRandomValues(new Uint8Array(32))
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(receipt))
  const sealed = await crypto.subtle.encrypt(toAlgorithm(nonce), await toCryptoKey(key, 'encrypt'), text)
  const bytes = new Uint8Array([...nonce, ...new Uint8Array(sealed)])
  return { ciphertext: encodeBase64url(bytes), key: encodeBase64url(key) }
}

/**
 * Decrypts a receipt that `encryptReceipt` encrypted. Verify the receipt afterwards: having the key doesn't prove who signed it.
 *
 * @returns the text of the receipt, or null if the key doesn't match or the ciphertext was changed.
 * @throws where the page is not secure: browsers have no WebCrypto there.
 * @example
 * const text = await decryptReceipt({ ciphertext, key })
 */
export async function decryptReceipt({ ciphertext, key }: EncryptedReceipt): Promise<string | null> {
  const [bytes, raw] = [decodeBase64url(ciphertext), decodeBase64url(key)]
  if (raw.length !== 32 || bytes.length <= NONCE_BYTES) return null
  const imported = await toCryptoKey(raw, 'decrypt')
  try {
    const algorithm = toAlgorithm(bytes.slice(0, NONCE_BYTES))
    const text = await crypto.subtle.decrypt(algorithm, imported, bytes.slice(NONCE_BYTES))
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}

type Bytes = Uint8Array<ArrayBuffer>

function toAlgorithm(iv: Bytes) {
  return { name: 'AES-GCM', iv, additionalData: CONTENT }
}

function toCryptoKey(raw: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, [use])
}

function encodeBase64url(bytes: Bytes): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

// Returns no bytes for malformed text.
function decodeBase64url(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** The location of a kept receipt and the key that opens it. */
export type ReceiptLink = { origin: string; id: string; key: string }

/**
 * Formats the link that opens an encrypted receipt stored by the service. The key is in the fragment, which browsers never send.
 *
 * @returns the link.
 * @example
 * formatReceiptLink({ origin: 'https://id.example.org', id, key })
 */
export function formatReceiptLink({ origin, id, key }: ReceiptLink): string {
  return `${origin}/r/${id}#${key}`
}

/**
 * Parses a link that `formatReceiptLink` created.
 *
 * @returns origin, id and key, or null if the text isn't such a link.
 * @example
 * const link = parseReceiptLink(location.href)
 */
export function parseReceiptLink(text: string): ReceiptLink | null {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const { protocol, origin, pathname, hash } = new URL(trimmed)
  const id = /^\/r\/([A-Za-z0-9_-]{22})$/.exec(pathname)?.[1]
  const key = /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1]
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && id !== undefined && key !== undefined ? { origin, id, key } : null
}
