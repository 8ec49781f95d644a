import { seededRandom } from '../../packages/engine/src/random.ts'
import { enroll } from '../../packages/engine/src/signature/enrollment.ts'
import { compareUnder } from '../../packages/engine/src/signature/match.ts'
import type { SignatureKind, SignatureModel } from '../../packages/engine/src/signature/parameters.ts'
import { type Measured, toSignature } from '../../packages/engine/src/signature/signature.ts'
import type { SignatureWindow } from '../training/signature-material.ts'
import { fitKind, type Material, PERSISTENT, SCATTER_PRIOR, sensorParts } from '../training/signature.ts'
import type { Trial } from './figures.ts'
import type { Sides, TrialList } from './signature-trials.ts'

/** People on whom a model was not trained, and that model. */
export type Fold = { held: ReadonlySet<string>; model: SignatureModel; only?: string }

/** The trials of one list that were scored, five windows against one and one against one. */
export type Scored = { name: string; template: Trial[]; single: Trial[] }

/** All ways to leave out two of four; sets of more people go by thirds, twice. */
const PAIRS = [
  [0, 1],
  [2, 3],
  [0, 2],
  [1, 3],
  [0, 3],
  [1, 2],
]
const THIRDS = 3
// Recorded for the camera, with four people and no trial list: they only ever teach.
const TEACHING_SET = 'utd-mhad'

/** Six models, each of which has never seen about a third of the people of every set. */
export function peopleLeftOut(windows: readonly SignatureWindow[]): Fold[] {
  const people = Map.groupBy(
    [...new Set(windows.map(({ person }) => person))].filter((person) => !person.startsWith(TEACHING_SET)),
    (person) => person.slice(0, person.indexOf('/')),
  )
  return PAIRS.map((pair, k) => {
    const held = new Set([...people.values()].flatMap((all) => listHeldOut(all, pair, k)))
    return { held, model: trainModel(windows.filter(({ person }) => !held.has(person))) }
  })
}

/** One model for each set, which has seen all the other sets. */
export function setsLeftOut(windows: readonly SignatureWindow[]): Fold[] {
  const sets = [...new Set(windows.map(({ set }) => set))].filter((set) => set !== TEACHING_SET)
  return sets.map((only) => {
    const held = new Set(windows.filter(({ set }) => set === only).map(({ person }) => person))
    return { held, only, model: trainModel(windows.filter(({ set }) => set !== only)) }
  })
}

function listHeldOut(all: readonly string[], pair: readonly number[], k: number): string[] {
  if (all.length <= 4) return pair.map((i) => all[i])
  const random = seededRandom(k < THIRDS ? 1 : 2)
  const shuffled = all.map((person) => ({ person, key: random() })).toSorted((a, b) => a.key - b.key)
  return shuffled.filter((_, i) => i % THIRDS === k % THIRDS).map(({ person }) => person)
}

function trainModel(windows: readonly SignatureWindow[]): SignatureModel {
  return modelWith(fitKind(sensorParts(windows)))
}

/** A model for the evaluation of one kind of capture alone. */
export function modelWith(kind: SignatureKind): SignatureModel {
  return { persistent: PERSISTENT, scatterPrior: SCATTER_PRIOR, imu: kind, body: { ...kind, version: '' } }
}

/** The material without some people. */
export function without(material: Material, held: ReadonlySet<string>): Material {
  const parts = material.parts.map((part) => ({
    ...part,
    windows: part.windows.filter(({ person }) => !held.has(person)),
  }))
  return { ...material, parts }
}

/** Every held-out person's probes against every held-out person's template, under the model that saw neither. */
export function scoreTrials(list: TrialList, folds: readonly Fold[], missingViews: readonly number[] = []): Scored {
  const { name, set } = list
  const own = folds.filter(({ only }) => only === undefined || only === set)
  return {
    name,
    template: own.flatMap((fold) => listTrials(list, fold, missingViews, ({ enrol }) => [enrol])),
    single: own.flatMap((fold) => listTrials(list, fold, missingViews, ({ singles }) => singles.map((one) => [one]))),
  }
}

/** The trials in which templates are made of the lists of windows that `templatesOf` names. */
export function listTrials(
  { set, people }: TrialList,
  { held, model }: Fold,
  missingViews: readonly number[],
  templatesOf: (sides: Sides) => Measured[][],
): Trial[] {
  const signature = (measured: Measured) => toSignature(model.imu, measured, missingViews)
  const own = [...people].filter(([person]) => held.has(`${set}/${person}`))
  const probes = own.flatMap(([actual, sides]) =>
    sides.probes.map((measured) => ({ actual, probe: signature(measured) })),
  )
  return own.flatMap(([claimed, sides]) =>
    templatesOf(sides).flatMap((template) => {
      const enrolled = enroll(template.map(signature))
      return probes.map(({ actual, probe }) => ({
        claimed,
        actual,
        score: compareUnder(model, enrolled, probe)?.logRatio ?? Number.NEGATIVE_INFINITY,
      }))
    }),
  )
}
