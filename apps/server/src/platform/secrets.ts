import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** The purposes of derived keys; each purpose has a separate key. */
type Purpose =
  | 'email'
  | 'code'
  | 'code-asker'
  | 'known-browser'
  | 'invite'
  | 'token'
  | 'setup-link'
  | 'admin-session'
  | 'session'
  | 'budget'
  | 'mask'
  | 'genesis'
  | 'cursor'
  | 'mail'
  | 'message-id'
  | 'fingerprint'
  | 'idempotency'
  | 'nonce'
  | 'used-nonce'
  | 'idempotent-answer'
  | 'challenge'
  | 'live-challenge'
  | 'memory'
  | 'enrollment'
  | 'enrollment-template'
  | 'user'
  | 'subject'
  | 'receipt-owner'
  | 'issuer'
  | 'research-person'
  | 'research-pseudonym'
  | 'research-source'
  | 'research-delete'
  | 'research-content'
  | 'research-capture'
  | 'publication'
  | 'passkey-challenge'
  | 'passkey-sign-in'
  | 'passkey-approval'
  | 'sign-in-link'
  | 'recovery-code'
  | 'passkey-user'
  | 'recruitment-link'
  | 'waitlist-link'
  | 'waitlist-address'
  | 'waitlist-entry'
  | 'site-secret'
  | 'webhook-secret'
  | 'check-token'
  | 'check-open'
  | 'check-pair'
  | 'check-code'
  | 'outcome'
  | 'oidc-id'
  | 'oidc-item'
  | 'backchannel'
  | 'oidc-cookie'
  | 'oidc-interaction'
  | 'vapid'
  | 'push-endpoint'
  | 'push-device'
  | 'push-message'
  | 'mcp-state'

/** Hashes, encrypts (`seal`) and decrypts (`open`) with keys derived from SECRET_KEY, a separate key for each purpose. */
export type Secrets = {
  hash: (purpose: Purpose, text: string | Buffer) => Buffer
  seal: (purpose: Purpose, text: string) => Buffer
  /** Throws if the value was encrypted with another key or changed. */
  open: (purpose: Purpose, sealed: Buffer) => string
}

/** Derives the service's keys from the text of SECRET_KEY, and returns the functions that hash and encrypt with them. */
export function computeSecrets(secretKey: string): Secrets {
  return createSecrets(createHash('sha256').update(secretKey).digest())
}

/** Returns functions that hash, encrypt and decrypt with keys derived from a key of 32 bytes, a separate key for each purpose. */
export function createSecrets(secretKey: Buffer): Secrets {
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: Purpose): KeyObject => {
    const known = keys.get(purpose)
    if (known) return known
    // A hash under a KeyObject takes about a third of the time it takes under a Buffer, of which Node makes one each time.
    const derived = createSecretKey(computeKey(secretKey, purpose))
    keys.set(purpose, derived)
    return derived
  }
  return {
    hash: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
    seal: (purpose, text) => sealWith(keyFor(purpose), text),
    open: (purpose, sealed) => openWith(keyFor(purpose), sealed),
  }
}

/** HKDF (RFC 5869) with SHA-256; the purpose is the info. */
function computeKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `stillhere/${purpose}`, 32))
}

const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** Encrypts a text with AES-256-GCM; returns nonce, tag and ciphertext in one buffer. */
export function sealWith(key: CipherKey, text: string): Buffer {
  const nonce = randomBytes(NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts what sealWith encrypted; throws if it was changed or encrypted with another key. */
export function openWith(key: CipherKey, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_LENGTH)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_LENGTH })
  decipher.setAuthTag(sealed.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH))
  const body = sealed.subarray(NONCE_LENGTH + TAG_LENGTH)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** Decrypts a token in base64url; returns null if it was changed, or this service didn't encrypt it for this purpose. */
export function openToken(secrets: Secrets, purpose: Purpose, token: string): string | null {
  try {
    return secrets.open(purpose, Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}

/**
 * Computes the fingerprint of the secret key that is stored in the database, so that it isn't opened with another key. A sandbox has a
 * different fingerprint with the same key.
 */
export function computeFingerprint(secrets: Secrets, { sandbox }: { sandbox: boolean }): Buffer {
  return secrets.hash('fingerprint', sandbox ? 'sandbox' : 'service')
}
