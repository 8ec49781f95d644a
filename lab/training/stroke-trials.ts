import { seededRandom } from '../../packages/engine/src/random.ts'
import { compareStrokes, type StrokeComparison } from '../../packages/engine/src/stroke-signature/match.ts'
import {
  scaleStroke,
  type StrokeModel,
  type StrokeSignature,
} from '../../packages/engine/src/stroke-signature/signature.ts'
import { enrollStrokes } from '../../packages/engine/src/stroke-signature/template.ts'
import { fitStrokes } from './stroke-fit.ts'
import type { StrokeTake } from './stroke-material.ts'

/** One comparison: the person whose template it was, the person who moved, and the score. */
type Trial = { claimed: string; actual: string; score: number }

/** Different gestures in a probe. */
export const GESTURES = 6
/** Takes of each gesture in the template where nothing else is said: as many as an enrollment asks for at the least. */
export const TEMPLATE_TAKES = 2
const MOST_PROBES = 10
const FOLDS = 3
const SMALL_SET = 4

/** Compares all probes with all templates of these people, who all make the same gestures. */
export function strokeTrials(
  takes: readonly StrokeTake[],
  people: ReadonlySet<string>,
  model: StrokeModel,
  templateTakes = TEMPLATE_TAKES,
): Trial[] {
  const own = takes.filter(({ person }) => people.has(person))
  const gestures = [...new Set(takes.map(({ gesture }) => gesture))].toSorted().slice(0, GESTURES)
  const sides = [...Map.groupBy(own, ({ person }) => person)].map(([person, all]) => ({
    person,
    ...splitTakes(all, gestures, { model, templateTakes }),
  }))
  return sides.flatMap(({ person: claimed, template }) =>
    sides.flatMap(({ person: actual, probes }) =>
      probes.map((probe) => ({ claimed, actual, score: meanRatio(compareStrokes(model, template, probe)) })),
    ),
  )
}

function meanRatio(compared: readonly StrokeComparison[]): number {
  if (compared.length === 0) return Number.NEGATIVE_INFINITY
  return compared.reduce((sum, { ratio }) => sum + ratio, 0) / compared.length
}

type Split = { model: StrokeModel; templateTakes: number }

/** The first takes of each gesture make the template, the k-th of all gestures a probe. */
function splitTakes(takes: readonly StrokeTake[], gestures: readonly string[], { model, templateTakes }: Split) {
  const byGesture = gestures.map((gesture) => takes.filter((take) => take.gesture === gesture))
  const usable = byGesture.filter((own) => own.length > templateTakes)
  const signature = (take: StrokeTake) => toStrokeSignature(model, take)
  const template = enrollStrokes(usable.flatMap((own) => own.slice(0, templateTakes)).map(signature))
  const probes = Array.from({ length: MOST_PROBES }, (_, k) =>
    usable.flatMap((own) => own.slice(templateTakes + k, templateTakes + k + 1)).map(signature),
  ).filter((probe) => probe.length > 0 && probe.length === usable.length)
  return { template, probes }
}

export function toStrokeSignature(model: StrokeModel, { gesture, hasGravity, raw }: StrokeTake): StrokeSignature {
  const version = hasGravity ? model.version : `${model.version}-without-gravity`
  return { gesture, version, vector: scaleStroke(model, gesture, raw), status: 'ok', reason: null }
}

type CrossValidation = {
  rounds?: number
  fit?: (taken: readonly StrokeTake[]) => StrokeModel
  /** Trials are made with each of these numbers of takes in the template. */
  templateTakes?: readonly number[]
}

/** The trials of one set among people left out by thirds, `rounds` times; all pairs where there are four people or fewer. */
export function crossValidatedTrials(
  takes: readonly StrokeTake[],
  set: string,
  { rounds = 2, fit = (taken) => fitStrokes(taken), templateTakes = [TEMPLATE_TAKES] }: CrossValidation = {},
): Trial[] {
  const own = takes.filter((take) => take.set === set)
  const people = [...new Set(own.map(({ person }) => person))]
  return leaveOut(people, rounds).flatMap((held) => {
    const out = new Set(held)
    const model = fit(takes.filter(({ person }) => !out.has(person)))
    return templateTakes.flatMap((count) => strokeTrials(own, out, model, count))
  })
}

function leaveOut(people: readonly string[], rounds: number): string[][] {
  if (people.length <= SMALL_SET) return people.flatMap((a, i) => people.slice(i + 1).map((b) => [a, b]))
  return Array.from({ length: rounds }, (_, round) => {
    const random = seededRandom(round + 1)
    const shuffled = people.map((person) => ({ person, key: random() })).toSorted((a, b) => a.key - b.key)
    return Array.from({ length: FOLDS }, (_unused, fold) =>
      shuffled.filter((_entry, i) => i % FOLDS === fold).map(({ person }) => person),
    )
  }).flat()
}
