import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { typescriptKernel } from '../../packages/engine/src/kernel/kernel.ts'
import { withKernel } from '../../packages/engine/src/kernel/load.ts'
import { writeModel } from './model-file.ts'
import { MOTION_FOLDER } from './recordings.ts'

/** Each learned part of the model: reads recordings under the folder and answers its section of the file. */
type Trainer = (motionFolder: string) => unknown

const TRAINERS: Readonly<Record<string, () => Promise<Trainer>>> = {
  signature: async () => (await import('./signature.ts')).trainSignature,
  presence: async () => (await import('./presence.ts')).trainPresence,
  coupling: async () => (await import('./coupling.ts')).trainCoupling,
  challenge: async () => (await import('./challenge.ts')).trainChallenge,
  replay: async () => (await import('./replay.ts')).trainReplay,
}
const MODEL = join(import.meta.dirname, '..', '..', 'packages', 'engine', 'src', 'model', 'model.json')

const { values } = parseArgs({ options: { motion: { type: 'string' }, only: { type: 'string' } } })
const folder = values.motion ?? MOTION_FOLDER
const sections: Record<string, unknown> = {}
for (const [name, load] of Object.entries(TRAINERS)) {
  if (values.only !== undefined && values.only !== name) continue
  console.error(`training ${name} …`)
  const train = await load()
  // A kernel that was just changed may not be compiled again yet.
  sections[name] = withKernel(typescriptKernel, () => train(folder))
}
writeModel(MODEL, sections, Object.keys(TRAINERS))
