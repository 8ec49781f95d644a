import { join } from 'node:path'
import { type Kernel, typescriptKernel } from '../src/kernel/kernel.ts'
import { PRESENCE_FEATURES } from '../src/kernel/presence-features.ts'
import { SIGNATURE_FEATURES } from '../src/kernel/signature-features.ts'
import { instantiateKernel } from '../src/kernel/wasm-kernel.ts'
import { type EvenMotion, evenMotion } from '../src/timeline.ts'
import { imuSamples, recordings } from '../training/recordings.ts'

const SETS = [
  'sp-sw-har',
  'sisfall',
  'pocket-gait',
  'air-letters',
  'android-digits',
  'directional-strokes',
  'forearm-gestures',
  'utd-mhad',
  'liveness-dev',
]
const MIN_MS = 2000

/** How many recordings and numbers were compared, and the largest |compiled - TypeScript| / (1 + |TypeScript|) among them. */
export type KernelAgreement = { recordings: number; numbers: number; unequal: number; largestDifference: number }

/** Compares the compiled kernels with the TypeScript on every recording of motion sensors under the folder. */
export async function evaluateKernels(motionFolder: string): Promise<Record<string, KernelAgreement>> {
  const simd = await instantiateKernel('wasm-simd')
  const scalar = await instantiateKernel('wasm')
  const agreement = { 'wasm-simd': nothingYet(), wasm: nothingYet() }
  for (const set of SETS) {
    for (const recording of recordings(motionFolder, set)) {
      const motion = evenMotion(imuSamples(recording, set), MIN_MS)
      if (motion.status !== 'ok') continue
      const expected = featuresOf(typescriptKernel, motion)
      compare(agreement['wasm-simd'], featuresOf(simd, motion), expected)
      compare(agreement.wasm, featuresOf(scalar, motion), expected)
    }
  }
  return agreement
}

function nothingYet(): KernelAgreement {
  return { recordings: 0, numbers: 0, unequal: 0, largestDifference: 0 }
}

function featuresOf(kernel: Kernel, { channels, n, hasGyro }: EvenMotion): Float64Array {
  const out = new Float64Array(SIGNATURE_FEATURES + PRESENCE_FEATURES)
  kernel.signatureFeatures(channels, n, hasGyro ? 1 : 0, out.subarray(0, SIGNATURE_FEATURES))
  if (hasGyro) kernel.presenceFeatures(channels, n, out.subarray(SIGNATURE_FEATURES))
  return out
}

function compare(agreement: KernelAgreement, actual: Float64Array, expected: Float64Array): void {
  agreement.recordings++
  agreement.numbers += expected.length
  for (let i = 0; i < expected.length; i++) {
    if (Object.is(actual[i], expected[i])) continue
    const difference = Math.abs(actual[i] - expected[i]) / (1 + Math.abs(expected[i]))
    agreement.unequal++
    agreement.largestDifference = Math.max(agreement.largestDifference, difference)
  }
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'motion')
  console.log(JSON.stringify(await evaluateKernels(folder), null, 2))
}
