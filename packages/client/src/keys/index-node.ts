export type { Signer } from '@stillhere/receipt'
export { KeyError, type KeyErrorKind } from './key-error.ts'
export { forgetKey, openKey } from './node-key.ts'
export type { HeldKey, KeyOptions, KeyPlace } from './types.ts'
