import { seededRandom } from '../../packages/engine/src/random.ts'
import { enroll } from '../../packages/engine/src/signature/enrollment.ts'
import { compareUnder, type SignatureKind, type SignatureModel } from '../../packages/engine/src/signature/match.ts'
import { type MeasuredFeatures, toSignature } from '../../packages/engine/src/signature/signature.ts'
import { type Part, partOf, personName } from '../training/people.ts'
import type { SignatureWindow } from '../training/signature-material.ts'
import { fitKind, type Material, PERSISTENT, SCATTER_PRIOR, sensorParts } from '../training/signature.ts'
import type { Trial } from './figures.ts'
import type { Sides, TrialList } from './signature-trials.ts'

/** People of some sets on whom a model was not trained, and that model. */
export type Fold = { holds: (set: string, person: string) => boolean; model: SignatureModel }

/** The trials of one list that were scored, five windows against one and one against one. */
export type Scored = { name: string; template: Trial[]; single: Trial[] }

const THIRDS = 3
const FEW = 4
// Recorded for the camera, with four people and no trial list: they only ever teach.
const TEACHING_SET = 'utd-mhad'

/** Three models, each of which has never seen a third of the fit people of every set. */
export function fitPeopleLeftOut(windows: readonly SignatureWindow[]): Fold[] {
  const fit = windows.filter(({ person }) => partOfPerson(person) === 'fit')
  const people = Map.groupBy(new Set(fit.map(({ person }) => person)), (person) => person.slice(0, person.indexOf('/')))
  return Array.from({ length: THIRDS }, (_, k) => {
    const held = new Set([...people].flatMap(([set, all]) => (set === TEACHING_SET ? [] : listThird(all, k))))
    const model = trainModel(fit.filter(({ person }) => !held.has(person)))
    return { holds: (set, person) => held.has(personName(set, person)), model }
  })
}

/** One model of all fit people, for the validation people. */
export function validationPeople(windows: readonly SignatureWindow[]): Fold {
  const model = trainModel(windows.filter(({ person }) => partOfPerson(person) === 'fit'))
  return { holds: (set, person) => partOf(set, person) === 'validation', model }
}

/** One model for each set, which has seen all people of the other sets. */
export function setsLeftOut(windows: readonly SignatureWindow[], sets: readonly string[]): Fold[] {
  return sets.map((only) => ({
    holds: (set) => set === only,
    model: trainModel(windows.filter(({ set, person }) => set !== only && !person.startsWith(`${only}/`))),
  }))
}

function partOfPerson(person: string): Part {
  const at = person.indexOf('/')
  return partOf(person.slice(0, at), person.slice(at + 1))
}

/** Of few people all but one, so that strangers are left. */
function listThird(all: readonly string[], k: number): string[] {
  if (all.length <= FEW) return all.filter((_, i) => i !== k)
  const random = seededRandom(1)
  const shuffled = all.map((person) => ({ person, key: random() })).toSorted((a, b) => a.key - b.key)
  return shuffled.filter((_, i) => i % THIRDS === k).map(({ person }) => person)
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

/** Every held-out person's probes against held-out people's templates, under the model that saw neither. */
export function scoreTrials(list: TrialList, folds: readonly Fold[], missingViews: readonly number[] = []): Scored {
  return {
    name: list.name,
    template: folds.flatMap((fold) => listTrials(list, fold, missingViews, ({ enrol }) => [enrol])),
    single: folds.flatMap((fold) => listTrials(list, fold, missingViews, ({ singles }) => singles.map((one) => [one]))),
  }
}

/** In large sets every probe meets about forty strangers, not all. */
const STRANGERS = 40

/** The trials in which templates are made of the lists of windows that `templatesOf` names. */
export function listTrials(
  { set, people }: TrialList,
  { holds, model }: Fold,
  missingViews: readonly number[],
  templatesOf: (sides: Sides) => MeasuredFeatures[][],
): Trial[] {
  const signature = (measured: MeasuredFeatures) => toSignature(model.imu, measured, missingViews)
  const own = [...people].filter(([person]) => holds(set, person))
  const every = Math.ceil(own.length / STRANGERS)
  const probes = own.map(([actual, sides]) => ({ actual, shown: sides.probes.map(signature) }))
  return own.flatMap(([claimed, sides], a) => {
    const met = probes.filter((_, b) => a === b || (a + b) % every === 0)
    return templatesOf(sides).flatMap((template) => {
      const enrolled = enroll(template.map(signature))
      return met.flatMap(({ actual, shown }) =>
        shown.map((probe) => ({
          claimed,
          actual,
          score: compareUnder(model, enrolled, probe)?.logRatio ?? Number.NEGATIVE_INFINITY,
        })),
      )
    })
  })
}
