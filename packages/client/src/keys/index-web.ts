export type { Signer } from '@stillhere/receipt'
export { forgetKey, openKey } from './browser-key.ts'
export { KeyError, type KeyErrorKind } from './key-error.ts'
export type { HeldKey, KeyOptions, KeyPlace } from './types.ts'
