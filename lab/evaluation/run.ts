import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { evaluateCalibration } from './calibration.ts'
import { evaluateChallenge } from './challenge.ts'
import { evaluateCoupling } from './coupling.ts'
import { evaluatePresence } from './presence.ts'
import { evaluateReplay } from './replay.ts'
import { evaluateSignature } from './signature.ts'
import { evaluateStrokeIdentity } from './stroke-identity.ts'
import { type AllFigures, targetRows, targetTable } from './targets.ts'

// The targets beside what was reached, from recordings of real people:
//   npm run evaluate -- --change WHAT [--only AREA] [--motion FOLDER] [--out FILE]
// Each run looks at the validation people, so it names the change that it is for and is written down.
const AREAS: { readonly [Area in keyof AllFigures]: (motionFolder: string) => AllFigures[Area] } = {
  strokes: evaluateStrokeIdentity,
  coupling: evaluateCoupling,
  presence: evaluatePresence,
  signature: evaluateSignature,
  replay: evaluateReplay,
  challenge: (motionFolder) => evaluateChallenge(motionFolder),
  calibration: evaluateCalibration,
}
const LOG = join(import.meta.dirname, 'validation-log.md')

const { values } = parseArgs({
  options: {
    change: { type: 'string' },
    only: { type: 'string' },
    motion: { type: 'string' },
    out: { type: 'string' },
  },
})
if (!values.change) throw new Error('say with --change WHAT for which change the validation people are looked at')

const figures = Object.fromEntries(
  Object.entries(AREAS)
    .filter(([area]) => values.only === undefined || values.only === area)
    .map(([area, evaluate]) => {
      console.error(`evaluating ${area} …`)
      return [area, evaluate(values.motion ?? MOTION_FOLDER)]
    }),
) as Partial<AllFigures>

const table = targetTable(targetRows(figures))
appendFileSync(LOG, `\n## ${values.change}\n\n\`\`\`\n${table}\n\`\`\`\n`)
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(figures, null, 1)}\n`)
console.log(table)
