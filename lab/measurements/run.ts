import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { whenKernelReady } from '../../packages/engine/src/kernel/load.ts'
import { evaluateRelays } from '../arena/harness/relays.ts'
import { evaluateWholeScorer } from '../arena/harness/whole-scorer.ts'
import { evaluateCalibration } from '../evaluation/calibration.ts'
import { evaluateChallenge } from '../evaluation/challenge.ts'
import { measureCost } from '../evaluation/cost.ts'
import { evaluateCoupling } from '../evaluation/coupling.ts'
import { readInjections } from '../evaluation/injections.ts'
import { evaluatePresence } from '../evaluation/presence.ts'
import { evaluateReplay } from '../evaluation/replay.ts'
import { evaluateResearch } from '../evaluation/research.ts'
import { evaluateSignature } from '../evaluation/signature.ts'
import { evaluateStrokeIdentity } from '../evaluation/stroke-identity.ts'
import { type AllFigures, targetRows, targetTable } from '../evaluation/targets.ts'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { writeMeasurements, writePresencePage } from './page.ts'

// The targets beside what was reached, from recordings of real people:
//   npm run evaluate -- --change WHAT [--only AREA] [--motion FOLDER] [--out FILE]
//   npm run evaluate -- --research FOLDER: the shipped engine on an export of recordings, as JSON
// Each run that looks at the validation people names the change that it is for, and is written down. A whole run also writes
// docs/internals/measurements.
const AREAS: { readonly [Area in Exclude<keyof AllFigures, 'cost'>]: (motionFolder: string) => AllFigures[Area] } = {
  strokes: evaluateStrokeIdentity,
  scorer: () => evaluateWholeScorer(),
  relays: () => evaluateRelays(),
  coupling: evaluateCoupling,
  presence: evaluatePresence,
  signature: evaluateSignature,
  replay: evaluateReplay,
  challenge: (motionFolder) => evaluateChallenge(motionFolder),
  calibration: evaluateCalibration,
  injections: readInjections,
}
const MEASUREMENTS = join(import.meta.dirname, '../../docs/internals/measurements')
const LOG = join(import.meta.dirname, '../evaluation/validation-log.md')

const { values } = parseArgs({
  options: {
    change: { type: 'string' },
    only: { type: 'string' },
    motion: { type: 'string' },
    out: { type: 'string' },
    research: { type: 'string' },
  },
})
if (values.research !== undefined) {
  console.log(JSON.stringify(evaluateResearch(values.research), null, 1))
  process.exit()
}
const looksAtPeople = !['injections', 'cost', 'scorer', 'relays'].includes(values.only ?? '')
if (looksAtPeople && !values.change)
  throw new Error('say with --change WHAT for which change the validation people are looked at')

const figures = Object.fromEntries(
  Object.entries(AREAS)
    .filter(([area]) => values.only === undefined || values.only === area)
    .map(([area, evaluate]) => {
      console.error(`evaluating ${area} …`)
      return [area, evaluate(values.motion ?? MOTION_FOLDER)]
    }),
) as Partial<AllFigures>

if (values.only === undefined || values.only === 'cost') {
  // As phones and services run it; what was measured before it does not depend on the kernel.
  await whenKernelReady()
  figures.cost = measureCost()
}

const table = targetTable(targetRows(figures))
const refusals = figures.presence && writePresencePage(values.change ?? '', figures.presence.sensors)
if (looksAtPeople) appendFileSync(LOG, `\n## ${values.change}\n\n\`\`\`\n${table}\n\`\`\`\n`)
if (values.only === undefined) {
  mkdirSync(MEASUREMENTS, { recursive: true })
  for (const [name, content] of Object.entries(writeMeasurements(values.change ?? '', figures))) {
    writeFileSync(join(MEASUREMENTS, name), content)
  }
}
if (refusals !== undefined) writeFileSync(join(MEASUREMENTS, 'presence.md'), refusals)
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(figures, null, 1)}\n`)
console.log(refusals === undefined ? table : `${table}\n\n${refusals}`)
