// The functions that src/kernel/wasm-kernel.ts calls.
export { allocate, startOver } from './arrays'
export { presenceFeatures } from './presence-features'
export { signatureFeatures, viewFeatures } from './signature-features'
