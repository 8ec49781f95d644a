import { STROKE_MODEL, type StrokeModel } from '../../packages/engine/src/stroke-signature/signature.ts'
import { logisticLine, type Outcome } from './logistic-line.ts'
import { roundToDigits } from './model-file.ts'
import { fitStrokes } from './stroke-fit.ts'
import { type StrokeTake, strokeMaterial } from './stroke-material.ts'
import { crossValidatedTrials } from './stroke-trials.ts'

/** Sets whose people made at least six gestures three times. */
const CALIBRATION_SETS = ['forearm-gestures', 'air-letters']

/** Takes of each gesture in the templates that the line is learned on, as many as enrollments have. */
const TEMPLATE_TAKES = [2, 3, 4]

/** The matcher of strokes; the file model/stroke-signature.json. The scale stays the published one: enrollments hold takes in it. */
export function trainStrokeSignature(motionFolder: string): StrokeModel {
  const takes = strokeMaterial(motionFolder)
  return { ...fitStrokes(takes, STROKE_MODEL), ...calibrateStrokes(takes) }
}

/** The lines that turn ratios into log odds, learned on trials among people whom a matcher never saw. */
export function calibrateStrokes(
  takes: readonly StrokeTake[],
  fit = fitOnce(),
): Pick<StrokeModel, 'calibration' | 'calibrationOfOthers'> {
  const asOthers = (learned: readonly StrokeTake[]) => ({ ...fit(learned), gestures: {} })
  return { calibration: fitLine(takes, fit), calibrationOfOthers: fitLine(takes, asOthers) }
}

type Fit = (learned: readonly StrokeTake[]) => StrokeModel

/** Fits each group of people once: both lines are learned on the same folds. */
function fitOnce(): Fit {
  const known = new Map<string, StrokeModel>()
  return (learned) => {
    const people = [...new Set(learned.map(({ person }) => person))].join()
    const model = known.get(people) ?? fitStrokes(learned)
    known.set(people, model)
    return model
  }
}

function fitLine(takes: readonly StrokeTake[], fit: Fit): number[] {
  const outcomes = CALIBRATION_SETS.flatMap((set) =>
    weighTrials(crossValidatedTrials(takes, set, { fit, templateTakes: TEMPLATE_TAKES })),
  )
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
