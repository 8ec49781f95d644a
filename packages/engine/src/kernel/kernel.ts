import { presenceFeatures } from './presence-features.ts'
import { signatureFeatures, viewFeatures } from './signature-features.ts'

/** Everything that runs once per sample: it exists in TypeScript and, the same text, compiled to WebAssembly. */
export type Kernel = {
  presenceFeatures: typeof presenceFeatures
  signatureFeatures: typeof signatureFeatures
  viewFeatures: typeof viewFeatures
}

export const typescriptKernel: Kernel = { presenceFeatures, signatureFeatures, viewFeatures }
