import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { evaluateCalibration } from './calibration.ts'
import { evaluateChallenge } from './challenge.ts'
import { evaluateCoupling } from './coupling.ts'
import { evaluatePresence } from './presence.ts'
import { evaluateReplay } from './replay.ts'
import { evaluateSignature } from './signature.ts'
import { targetRows, targetTable } from './targets.ts'

// The targets beside what was reached, from recordings of real people: npm run evaluate -- --motion FOLDER [--out FILE].
const { values } = parseArgs({ options: { motion: { type: 'string' }, out: { type: 'string' } } })
const folder = values.motion ?? MOTION_FOLDER

function runAndPrint<Figures>(area: string, evaluate: (motionFolder: string) => Figures): Figures {
  console.error(`evaluating ${area} …`)
  return evaluate(folder)
}

const figures = {
  coupling: runAndPrint('coupling', evaluateCoupling),
  presence: runAndPrint('presence', evaluatePresence),
  signature: runAndPrint('signature', evaluateSignature),
  replay: runAndPrint('replay', evaluateReplay),
  challenge: runAndPrint('challenge', (motionFolder) => evaluateChallenge(motionFolder)),
  calibration: runAndPrint('calibration', evaluateCalibration),
}
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(figures, null, 1)}\n`)
console.log(targetTable(targetRows(figures)))
