import type { StrokeModel } from '../../packages/engine/src/stroke-signature/parameters.ts'
import { logisticLine, type Outcome } from './logistic-line.ts'
import { roundToDigits } from './model-file.ts'
import { fitStrokes } from './stroke-fit.ts'
import { type StrokeTake, strokeMaterial } from './stroke-material.ts'
import { crossValidatedTrials } from './stroke-trials.ts'

/** Sets whose people made at least six gestures three times. */
const CALIBRATION_SETS = ['forearm-gestures', 'air-letters']

/** The matcher of strokes; the file model/stroke-signature.json. */
export function trainStrokeSignature(motionFolder: string): StrokeModel {
  return calibrateStrokes(strokeMaterial(motionFolder))
}

/** The matcher of these takes, its ratios turned into log odds by trials among people whom a matcher never saw. */
export function calibrateStrokes(takes: readonly StrokeTake[], fit = fitStrokes): StrokeModel {
  const asOthers = (learned: readonly StrokeTake[]) => ({ ...fit(learned), gestures: {} })
  return { ...fit(takes), calibration: fitLine(takes, fit), calibrationOfOthers: fitLine(takes, asOthers) }
}

function fitLine(takes: readonly StrokeTake[], fit: typeof fitStrokes): number[] {
  const outcomes = CALIBRATION_SETS.flatMap((set) => weighTrials(crossValidatedTrials(takes, set, { fit })))
  return roundToDigits(logisticLine(outcomes), 4)
}

/** Own and other people's trials weigh the same, and so does every set. */
function weighTrials(trials: readonly { claimed: string; actual: string; score: number }[]): Outcome[] {
  const scored = trials.filter(({ score }) => Number.isFinite(score))
  const outcomes = scored.map(({ claimed, actual, score }) => ({ value: score, isPositive: claimed === actual }))
  const count = (isPositive: boolean) => outcomes.filter((outcome) => outcome.isPositive === isPositive).length
  const [genuine, impostor] = [count(true), count(false)]
  return outcomes.map((outcome) => ({ ...outcome, weight: 1 / (outcome.isPositive ? genuine : impostor) }))
}
