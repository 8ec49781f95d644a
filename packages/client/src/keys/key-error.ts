/** A private Ed25519 KeyObject of node:crypto, described without Node's own types so that pages can do without them. */
export type HeldKey = { readonly type: string; readonly asymmetricKeyType?: string | undefined }

/** Where a key is kept: under a name in the browser (`default` unless told otherwise), or in a file in Node. */
export type KeyPlace = { name?: string } | { file: string }

/** Where a key comes from. A place keeps the key, and makes it when it is opened for the first time. */
export type KeyOptions = KeyPlace | { pem: string } | { secretKey: string } | { key: HeldKey }

/** Why a key cannot be opened, used or forgotten. */
export type KeyErrorKind =
  | 'unsupported'
  | 'insecure_page'
  | 'storage_unavailable'
  | 'exposed'
  | 'unreadable'
  | 'invalid_options'
  | 'signing_failed'

/** Says what went wrong with a key and, in `advice`, what to do next. It never holds a secret. */
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
  exposed: 'Take the rights of others away (chmod 600), and make a new key if somebody may have read it.',
  unreadable:
    'Begin anew with forgetKey, which makes another identity; in Node give unencrypted PKCS#8 PEM of Ed25519.',
  invalid_options: 'In browsers give a name or nothing; in Node give exactly one of file, pem, secretKey and key.',
  signing_failed: 'Open the key again; if that does not help, begin anew with forgetKey.',
}
