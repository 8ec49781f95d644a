/** A private Ed25519 KeyObject of node:crypto, described without Node's own types so that pages can do without them. */
export type HeldKey = { readonly type: string; readonly asymmetricKeyType?: string | undefined }

/** Where a key is kept: under a name in the browser (`default` unless told otherwise), or in a file in Node. */
export type KeyPlace = { name?: string } | { file: string }

/** Where a key comes from. A place keeps the key, and makes it when it is opened for the first time. */
export type KeyOptions = KeyPlace | { pem: string } | { secretKey: string } | { key: HeldKey }
