import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runWithKernel } from '../../packages/engine/src/kernel/load.ts'
import { typescriptKernel } from '../../packages/engine/src/kernel/wasm-kernel.ts'
import type { SignatureModel } from '../../packages/engine/src/signature/match.ts'
import { writeSection } from './model-file.ts'
import { MOTION_FOLDER } from './recordings.ts'
import { splitSignature } from './signature.ts'

/** Learns one section of the model from the recordings under the folder. */
type Trainer = (motionFolder: string) => unknown

const TRAINERS: Readonly<Record<string, () => Promise<Trainer>>> = {
  signature: async () => (await import('./signature.ts')).trainSignature,
  presence: async () => (await import('./presence.ts')).trainPresence,
  coupling: async () => (await import('./coupling.ts')).trainCoupling,
  challenge: async () => (await import('./challenge.ts')).trainChallenge,
  replay: async () => (await import('./replay.ts')).trainReplay,
  strokes: async () => (await import('./strokes.ts')).trainStrokes,
  simulation: async () => (await import('./simulation.ts')).trainSimulation,
  'stroke-signature': async () => (await import('./stroke-signature.ts')).trainStrokeSignature,
}
const MODELS = join(import.meta.dirname, '..', '..', 'packages', 'engine', 'src', 'model')

const { values } = parseArgs({ options: { motion: { type: 'string' }, only: { type: 'string' } } })
const folder = values.motion ?? MOTION_FOLDER
const chosen = values.only === undefined ? Object.keys(TRAINERS) : [values.only]

for (const name of chosen) {
  const load = TRAINERS[name]
  if (!load) throw new Error(`--only takes a section of the model, not "${name}": ${Object.keys(TRAINERS).join(', ')}`)
  console.error(`training ${name} …`)
  const train = await load()
  // A kernel that was just changed may not be compiled again yet.
  const section = runWithKernel(typescriptKernel, () => train(folder))
  for (const [file, part] of Object.entries(splitSection(name, section))) writeSection(MODELS, file, part)
}

/** A section by file. Most are one file; of the signature's, a page that scans loads only the first. */
function splitSection(name: string, section: unknown): Readonly<Record<string, unknown>> {
  return name === 'signature' ? splitSignature(section as SignatureModel) : { [name]: section }
}
