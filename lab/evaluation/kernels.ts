import { readFrames, readImu } from '../../packages/engine/src/capture.ts'
import { PRESENCE_FEATURES } from '../../packages/engine/src/kernel/presence-features.ts'
import { SIGNATURE_FEATURES } from '../../packages/engine/src/kernel/signature-features.ts'
import { loadKernel, type Kernel, typescriptKernel } from '../../packages/engine/src/kernel/wasm-kernel.ts'
import { type LandmarkViews, computeLandmarkViews } from '../../packages/engine/src/signature/landmarks.ts'
import { type EvenMotion, toEvenMotion } from '../../packages/engine/src/timeline.ts'
import { toFrames, landmarkTakes } from '../training/landmark-material.ts'
import { imuSamples, MOTION_FOLDER, recordings, SENSOR_SETS } from '../training/recordings.ts'

const SETS = [...SENSOR_SETS, 'liveness-dev']
const MIN_MS = 2000

/** The number of recordings and values compared, and the largest |compiled - TypeScript| / (1 + |TypeScript|) among them. */
export type KernelAgreement = { recordings: number; numbers: number; unequal: number; largestDifference: number }

/** Compares the compiled kernels with the TypeScript on every recording under the folder. */
export async function evaluateKernels(motionFolder: string): Promise<Record<string, KernelAgreement>> {
  const simd = await loadKernel('wasm-simd')
  const scalar = await loadKernel('wasm')
  const agreement = { 'wasm-simd': nothingYet(), wasm: nothingYet() }
  for (const features of readFeatures(motionFolder)) {
    const expected = features(typescriptKernel)
    compare(agreement['wasm-simd'], features(simd), expected)
    compare(agreement.wasm, features(scalar), expected)
  }
  return agreement
}

type Features = (kernel: Kernel) => Float64Array

/** What each kernel says of each recording: of motion sensors all features, of landmarks those of their views. */
function* readFeatures(motionFolder: string): Generator<Features> {
  for (const set of SETS) {
    for (const recording of recordings(motionFolder, set)) {
      const motion = toEvenMotion(readImu(imuSamples(recording, set)), MIN_MS)
      if (motion.status === 'ok') yield (kernel) => sensorFeatures(kernel, motion)
    }
  }
  for (const { channels, fps } of landmarkTakes(motionFolder, Number.POSITIVE_INFINITY)) {
    const seen = computeLandmarkViews(readFrames(toFrames(channels, fps)), MIN_MS)
    if (seen.status === 'ok') yield (kernel) => landmarkFeatures(kernel, seen)
  }
}

function nothingYet(): KernelAgreement {
  return { recordings: 0, numbers: 0, unequal: 0, largestDifference: 0 }
}

function sensorFeatures(kernel: Kernel, { channels, n, hasGyro }: EvenMotion): Float64Array {
  const out = new Float64Array(SIGNATURE_FEATURES + PRESENCE_FEATURES)
  kernel.signatureFeatures(channels, n, hasGyro ? 1 : 0, out.subarray(0, SIGNATURE_FEATURES))
  if (hasGyro) kernel.presenceFeatures(channels, n, out.subarray(SIGNATURE_FEATURES))
  return out
}

function landmarkFeatures(kernel: Kernel, { views, n }: LandmarkViews): Float64Array {
  const out = new Float64Array(SIGNATURE_FEATURES)
  kernel.viewFeatures(views, n, out)
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
  const folder = process.argv[2] ?? MOTION_FOLDER
  console.log(JSON.stringify(await evaluateKernels(folder), null, 2))
}
