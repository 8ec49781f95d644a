import { seededRandom } from '../../packages/engine/src/random.ts'
import { growStrokes } from '../../packages/engine/src/stroke-signature/match.ts'
import { STROKE_MODEL } from '../../packages/engine/src/stroke-signature/signature.ts'
import { enrollStrokes } from '../../packages/engine/src/stroke-signature/template.ts'
import { partOf } from '../training/people.ts'
import { fitStrokes } from '../training/stroke-fit.ts'
import { strokeMaterial, type StrokeTake } from '../training/stroke-material.ts'
import {
  crossValidatedTrials,
  GESTURES,
  strokeTrials,
  TEMPLATE_TAKES,
  toStrokeSignature,
} from '../training/stroke-trials.ts'
import { exactShare } from './binomial.ts'
import { BAND_RATES, type BandPoint, detBand } from './det-band.ts'
import { eerInterval, type Interval, intervalOver, quantile, type Trial } from './figures.ts'

/** Six different gestures, two or three takes of each in the template; all people make the same ones. */
export type StrokeIdentity = {
  people: number
  eer: Interval
  /** Share of own probes refused where one in a hundred of the others' passes. */
  frrAtFar1: Interval
  band: BandPoint[]
}

/**
 * By set: people of the fit part, each left out by turns; and people of the validation part, whom the model never saw. With two takes of each
 * gesture in the template, and with three.
 */
export type StrokeIdentityFigures = ByPart & {
  threeTakes: ByPart
  /** By set: share of people whose template one of the other people moves in fifty attempts, with the shipped model. */
  moved: Record<'fit' | 'validation', Record<string, Interval>>
}

type ByPart = Record<'fit' | 'validation', Record<string, StrokeIdentity>>

const SETS = ['forearm-gestures', 'air-letters']
const FAR = 0.01
const ATTEMPTS = 50
const UNKNOWN: Interval = { value: Number.NaN, low: Number.NaN, high: Number.NaN }

export function evaluateStrokeIdentity(motionFolder: string): StrokeIdentityFigures {
  const takes = strokeMaterial(motionFolder)
  const inPart = (part: 'fit' | 'validation') => takes.filter((take) => partOf(take.set, subjectOf(take)) === part)
  const [fit, validation] = [inPart('fit'), inPart('validation')]
  const model = fitStrokes(fit)
  const bySet = (trialsOf: (set: string) => Trial[]) =>
    Object.fromEntries(SETS.map((set) => [set, toFigures(trialsOf(set))]))
  const byPart = (count: number): ByPart => ({
    fit: bySet((set) => crossValidatedTrials(fit, set, { templateTakes: [count] })),
    validation: bySet((set) => {
      const own = validation.filter((take) => take.set === set)
      return strokeTrials(own, new Set(own.map(({ person }) => person)), model, count)
    }),
  })
  const movedIn = (part: 'fit' | 'validation') =>
    Object.fromEntries(
      SETS.map((set) => [
        set,
        measureMoved(
          takes.filter((take) => take.set === set),
          (owner) => partOf(set, subjectOf(owner)) === part,
        ),
      ]),
    )
  return { ...byPart(2), threeTakes: byPart(3), moved: { fit: movedIn('fit'), validation: movedIn('validation') } }
}

/** Share of the owners whose template at least one other person moves. An attempt is one of the stranger's takes of each gesture, drawn. */
function measureMoved(takes: readonly StrokeTake[], isOwner: (take: StrokeTake) => boolean): Interval {
  const gestures = [...new Set(takes.map(({ gesture }) => gesture))].toSorted().slice(0, GESTURES)
  const people = [...Map.groupBy(takes, ({ person }) => person)].map(([person, own]) => ({
    person,
    isOwner: own.some(isOwner),
    byGesture: gestures
      .map((gesture) => own.filter((take) => take.gesture === gesture))
      .filter((all) => all.length > TEMPLATE_TAKES)
      .map((all) => all.map((take) => toStrokeSignature(STROKE_MODEL, take))),
  }))
  const owners = people.filter((one) => one.isOwner && one.byGesture.length > 0)
  const moved = owners.filter(({ person, byGesture }, at) => {
    const template = enrollStrokes(byGesture.flatMap((all) => all.slice(0, TEMPLATE_TAKES)))
    const random = seededRandom(at + 1)
    return people.some((stranger) => {
      if (stranger.person === person || stranger.byGesture.length === 0) return false
      const attempt = () => stranger.byGesture.map((all) => all[Math.floor(random() * all.length)])
      return Array.from({ length: ATTEMPTS }, attempt).some((answer) => growStrokes(template, answer) !== null)
    })
  })
  return exactShare(moved.length, owners.length)
}

function subjectOf({ set, person }: StrokeTake): string {
  return person.slice(set.length + 1)
}

function toFigures(trials: readonly Trial[]): StrokeIdentity {
  const people = [...new Set(trials.map(({ actual }) => actual))]
  if (people.length < 2) return { people: people.length, eer: UNKNOWN, frrAtFar1: UNKNOWN, band: [] }
  const frrAtFar1 = intervalOver(people, (drawn) => computeFrr(trials, drawn), { random: seededRandom(1) })
  const band = detBand(trials, BAND_RATES, { random: seededRandom(1) })
  return { people: people.length, eer: eerInterval(trials, { random: seededRandom(1) }), frrAtFar1, band }
}

/** With people drawn several times, their trials count as often; two draws of one person are no strangers. */
function computeFrr(trials: readonly Trial[], drawn: readonly string[]): number {
  const times = new Map<string, number>()
  for (const person of drawn) times.set(person, (times.get(person) ?? 0) + 1)
  const repeated = (isOwn: boolean) =>
    trials.flatMap(({ claimed, actual, score }) => {
      if ((claimed === actual) !== isOwn) return []
      const count = (times.get(claimed) ?? 0) * (isOwn ? 1 : (times.get(actual) ?? 0))
      return Array.from({ length: count }, () => score)
    })
  const impostors = repeated(false)
  if (impostors.length === 0) return 0
  const threshold = quantile(impostors, 1 - FAR)
  const own = repeated(true)
  return own.filter((score) => score <= threshold).length / own.length
}
