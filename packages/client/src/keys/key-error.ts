/** A private Ed25519 KeyObject of node:crypto, described without Node's types, which pages don't have. */
export type HeldKey = { readonly type: string; readonly asymmetricKeyType?: string | undefined }

/** Where a key is stored: under a name in the browser (`default` if none is given), or in a file in Node. */
export type KeyPlace = { name?: string } | { file: string }

/** Where a key comes from. A place stores the key, and creates it when it is opened for the first time. */
export type KeyOptions = KeyPlace | { pem: string } | { secretKey: string } | { key: HeldKey }

/** The reason why a key can't be opened, used or deleted. */
export type KeyErrorKind =
  | 'unsupported'
  | 'insecure_page'
  | 'storage_unavailable'
  | 'exposed'
  | 'unreadable'
  | 'invalid_options'
  | 'signing_failed'

/** Thrown when a key can't be used. `advice` says what to do next. It never contains a secret. */
export class KeyError extends Error {
  readonly kind: KeyErrorKind
  readonly advice: string

  constructor(kind: KeyErrorKind, detail: string) {
    super(detail)
    this.name = 'KeyError'
    this.kind = kind
    this.advice = ADVICE[kind]
  }
}

const ADVICE: Readonly<Record<KeyErrorKind, string>> = {
  unsupported: 'Update the browser: Chrome and Edge 137, Firefox 129 and Safari 17 or later can sign.',
  insecure_page: 'Open the page over https, or from this computer as localhost.',
  storage_unavailable: 'Allow this place to store data, leave private browsing, and check that there is room to write.',
  exposed: 'Remove the access of other users (chmod 600). Create a new key if others may have read it.',
  unreadable:
    'Start over with forgetKey, which creates a new identity. In Node, pass an unencrypted PKCS#8 PEM of Ed25519.',
  invalid_options: 'In browsers, pass a name or nothing. In Node, pass exactly one of file, pem, secretKey and key.',
  signing_failed: 'Open the key again. If that fails, start over with forgetKey.',
}
