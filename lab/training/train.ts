import { writeFileSync } from 'node:fs'
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
/** Parts in files of their own, so that pages which do not compare strokes need not load them. */
const OWN_FILES: Readonly<Record<string, () => Promise<Trainer>>> = {
  strokes: async () => (await import('./strokes.ts')).trainStrokes,
  simulation: async () => (await import('./simulation.ts')).trainSimulation,
  'stroke-signature': async () => (await import('./stroke-signature.ts')).trainStrokeSignature,
}
const MODELS = join(import.meta.dirname, '..', '..', 'packages', 'engine', 'src', 'model')

const { values } = parseArgs({ options: { motion: { type: 'string' }, only: { type: 'string' } } })
const folder = values.motion ?? MOTION_FOLDER
const isChosen = (name: string) => values.only === undefined || values.only === name

async function trainPart(name: string, load: () => Promise<Trainer>): Promise<unknown> {
  console.error(`training ${name} …`)
  const train = await load()
  // A kernel that was just changed may not be compiled again yet.
  return withKernel(typescriptKernel, () => train(folder))
}

const sections: Record<string, unknown> = {}
for (const [name, load] of Object.entries(TRAINERS)) if (isChosen(name)) sections[name] = await trainPart(name, load)
writeModel(join(MODELS, 'model.json'), sections, Object.keys(TRAINERS))
for (const [name, load] of Object.entries(OWN_FILES)) {
  if (isChosen(name)) writeFileSync(join(MODELS, `${name}.json`), `${JSON.stringify(await trainPart(name, load))}\n`)
}
