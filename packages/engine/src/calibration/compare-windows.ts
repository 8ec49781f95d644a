import type { RiskLevel } from '../thresholds.ts'
import { type Compared, type Context, MIN_SUBJECTS } from './compared.ts'
import { comparer, projectOnto } from './comparison.ts'
import { featureLength } from './features.ts'
import { fitProjection, project } from './projection.ts'
import { type Seen, screenSubjects } from './screening.ts'
import { chooseSubjects, type Subject } from './subjects.ts'
import { assignFolds, crossFitted } from './trials.ts'
import { computeSums, fitTwoCovariances } from './two-covariances.ts'
import type { CalibrationProgress, Kept, WindowModel } from './types.ts'
import { buildWindowModel } from './window-model.ts'

/** Windows of one kind of features: what they are called, and what the shipped model makes of them, where there is one. */
export type WindowKind = Pick<WindowModel, 'featureMode' | 'version'> & {
  shipped: {
    see: (subjects: readonly Subject[]) => Seen<Float64Array>
    computeRates: (subjects: readonly Subject[]) => Record<RiskLevel, number>
  } | null
}

/** Compares sessions of landmarks under a model that is learned from them, cross-fitted by person. */
export function* compareWindows(
  { shipped, ...names }: WindowKind,
  kept: readonly Kept[],
  { settings, linked }: Context,
): Generator<CalibrationProgress, Compared> {
  const d = featureLength(names.featureMode)
  const all = chooseSubjects(kept, d)
  if (all.subjects.length < MIN_SUBJECTS) return { grouped: { ...all, outliers: 0 }, evidence: null }
  const projection = fitProjection(all.subjects, d, settings)
  const everybody = all.subjects.map((subject) => subject.windows.map((window) => project(projection, window)))
  yield { stage: 'screening', fraction: 0.2 }
  const views = shipped ? [() => shipped.see(all.subjects)] : []
  const { isGood, outliers } = screenSubjects(all.subjects, [
    ...views,
    () => seeByOwnModel(all.subjects, everybody, projection.k),
  ])
  const grouped = { ...all, subjects: all.subjects.filter((_, i) => isGood[i]), outliers }
  const windows = everybody.filter((_, i) => isGood[i])
  const folds = assignFolds(grouped.subjects, windows, projection.k)
  const steps = crossFitted(grouped.subjects, windows, { ...folds, linked })
  let step = steps.next()
  while (!step.done) {
    yield { stage: 'cross-fit', fraction: 0.3 + 0.6 * step.value }
    step = steps.next()
  }
  const model = fitTwoCovariances(folds.all)
  const evidence = {
    trials: step.value,
    apart: {},
    projection,
    buildModel: (line: Parameters<typeof buildWindowModel>[3]) => buildWindowModel(names, projection, model, line),
    shippedFars: shipped?.computeRates(grouped.subjects) ?? null,
    warnings: [],
  }
  return { grouped, evidence }
}

/** What the first model of these sessions sees. */
function seeByOwnModel(
  subjects: readonly Subject[],
  windows: readonly Float64Array[][],
  k: number,
): Seen<Float64Array> {
  const model = fitTwoCovariances(computeSums(subjects, windows, k))
  return { windows: windows.map((own) => projectOnto(model, own)), compare: comparer(model, 1) }
}
