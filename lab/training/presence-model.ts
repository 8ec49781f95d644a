import {
  type Detector,
  computeDetectorAnswers,
  computeHumanness,
  type Population,
  type PresenceModel,
  type Ranking,
  type Spread,
} from '../../packages/engine/src/presence/model.ts'
import { measureOddness, PARTS } from '../../packages/engine/src/presence/score.ts'
import { discriminant, inUnit, type Moments, momentsOfRows, quantiles, type Row } from './discriminants.ts'
import { requireEnough, roundToDigits } from './model-file.ts'

/** A window of a person or of a forgery: features not yet scaled, and where it comes from. */
export type Window = { x: Float64Array; family: string; source: string; person: string }

/** Which families a detector is trained against. */
export type Kind = { kind: string; families: readonly string[] }

export type Fit = {
  features: readonly { part: Population['parts'] extends Readonly<Record<infer P, unknown>> ? P : never }[]
  kinds: readonly Kind[]
  /** Features at people's spread; the place where a feature is left out. */
  scale: (window: Window, spreads: readonly Spread[]) => Float64Array
  /** The share of people at which a value counts as reached, from those of all people and of the source that has it hardest. */
  rankShare: (all: number, hardest: number) => number
}

/** Shares of people at which the rankings are kept: dense where it matters. */
const SHARES = [0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1]
const FOLDS = 5
const NARROWEST = 1e-4

/** Detectors from all windows, and the ranking of people by detectors that never saw them. */
export function fitPresenceModel(windows: readonly Window[], crossFit: CrossFit, fit: Fit): PresenceModel {
  const humans = windows.filter(isHuman)
  const spreads = computeSpreads(humans)
  const detectors = fitDetectors(windows, spreads, fit).map((detector, k) => inUnit(detector, crossFit.units[k]))
  return { detectors, people: population(humans, spreads, (window) => crossFit.humanness(window), fit) }
}

export function isHuman({ family }: { family: string }): boolean {
  return family === 'human'
}

/** For each feature the median of people and the half-widths to their 5 % and 95 % quantiles. */
export function computeSpreads(humans: readonly Window[]): Spread[] {
  const weights = humanWeights(humans)
  return Array.from(humans[0].x, (_, i) => {
    const values = humans.map(({ x }, k) => ({ value: x[i], weight: weights[k] }))
    const [low, median, high] = quantiles(values, [0.05, 0.5, 0.95])
    const [m, below, above] = roundToDigits(
      [median, Math.max(median - low, NARROWEST), Math.max(high - median, NARROWEST)],
      5,
    )
    return [m, below, above] as const
  })
}

/** The same weight for every source, in it for every person, and for every window of a person. */
export function humanWeights(humans: readonly Window[]): Float64Array {
  const windows = new Map<string, number>()
  const people = new Map<string, Set<string>>()
  for (const { source, person } of humans) {
    windows.set(`${source} ${person}`, (windows.get(`${source} ${person}`) ?? 0) + 1)
    people.set(source, (people.get(source) ?? new Set()).add(person))
  }
  return Float64Array.from(humans, ({ source, person }) => {
    const own = windows.get(`${source} ${person}`) ?? 1
    return 1 / (own * (people.get(source)?.size ?? 1) * people.size)
  })
}

/** A detector for every kind of forgery that is there. */
export function fitDetectors(windows: readonly Window[], spreads: readonly Spread[], fit: Fit): Detector[] {
  const humans = humanRows(windows, spreads, fit)
  const moments = momentsOfRows(humans)
  return fit.kinds.flatMap((kind) => fitDetector(kind, windows, { humans, moments, spreads, fit }))
}

export type Against = { humans: readonly Row[]; moments: Moments; spreads: readonly Spread[]; fit: Fit }

export function humanRows(windows: readonly Window[], spreads: readonly Spread[], { scale }: Fit): Row[] {
  const humans = windows.filter(isHuman)
  const weights = humanWeights(humans)
  return humans.map((window, i) => ({ u: scale(window, spreads), weight: weights[i] }))
}

/** The detector of a kind, with every family of it weighing the same; none where none of them is there. */
export function fitDetector(kind: Kind, windows: readonly Window[], against: Against): Detector[] {
  const forged = windows.filter(({ family }) => kind.families.includes(family))
  if (forged.length === 0) return []
  const counts = new Map<string, number>()
  for (const { family } of forged) counts.set(family, (counts.get(family) ?? 0) + 1)
  const rows = forged.map((window) => ({
    u: against.fit.scale(window, against.spreads),
    weight: 1 / (counts.get(window.family) ?? 1),
  }))
  return [discriminant(kind.kind, against.humans, against.moments, rows)]
}

/** Which fold each person is in: the people of one source are dealt out in turn. */
export function assignFolds(windows: readonly Window[], folds: number): Map<string, number> {
  const next = new Map<string, number>()
  const people = [...new Set(windows.map(({ person }) => person))].toSorted()
  return new Map(
    people.map((person) => {
      const set = person.split('/')[0]
      const turn = next.get(set) ?? 0
      next.set(set, turn + 1)
      return [person, turn % folds]
    }),
  )
}

/** Scores a window with detectors fitted to other people, in units of people they weren't fitted to. */
export type CrossFit = {
  units: readonly number[]
  /** Which fold a person is left out with. */
  fold: (person: string) => number
  humanness: (window: Window, spreads?: readonly Spread[]) => number
}

export function crossFitted(windows: readonly Window[], fit: Fit): CrossFit {
  const humans = windows.filter(isHuman)
  requireEnough('presence', 'people', new Set(humans.map(({ person }) => person)).size, 2)
  const folds = assignFolds(windows, FOLDS)
  const models = Array.from({ length: FOLDS }, (_, k) => {
    const others = windows.filter(({ person }) => folds.get(person) !== k)
    const spreads = computeSpreads(others.filter(isHuman))
    return { spreads, detectors: fitDetectors(others, spreads, fit) }
  })
  const answers = (window: Window, own?: readonly Spread[]): number[] => {
    const { spreads, detectors } = models[folds.get(window.person) ?? 0]
    return computeDetectorAnswers(fit.scale(window, own ?? spreads), detectors)
  }
  const units = computeUnits(
    humans.map((window) => answers(window)),
    humanWeights(humans),
  )
  const fold = (person: string): number => folds.get(person) ?? 0
  return { units, fold, humanness: (window, own) => computeHumanness(inUnits(answers(window, own), units)) }
}

/** For each detector how far below the median of people the lowest 1 % of them lie. */
export function computeUnits(answers: readonly (readonly number[])[], weights: Float64Array): number[] {
  return Array.from(answers[0] ?? [], (_, k) => {
    const [low] = quantiles(
      answers.map((own, i) => ({ value: own[k], weight: weights[i] })),
      [0.01],
    )
    return Number(Math.max(1, -low).toPrecision(4))
  })
}

export function inUnits(answers: readonly number[], units: readonly number[]): number[] {
  return answers.map((answer, k) => answer / units[k])
}

/** People of one length of window: their spreads and rankings. */
export function population(
  humans: readonly Window[],
  spreads: readonly Spread[],
  human: (window: Window) => number,
  { features, scale, rankShare }: Fit,
): Population {
  const ranked = (of: (window: Window) => number): Ranking => rankPeople(humans, humans.map(of), rankShare)
  const parts = PARTS.map((part) => [part, ranked((window) => -measureOddness(scale(window, spreads), part, features))])
  return { spreads, humanness: ranked(human), parts: Object.fromEntries(parts) as Population['parts'] }
}

/** Values at which the kept shares of people are reached. */
export function rankPeople(humans: readonly Window[], values: readonly number[], rankShare: Fit['rankShare']): Ranking {
  const weights = humanWeights(humans)
  const sources = [...new Set(humans.map(({ source }) => source))]
  const passed = new Map(sources.map((source) => [source, 0]))
  const order = values.map((_, i) => i).toSorted((a, b) => values[a] - values[b])
  const kept: number[] = []
  let all = 0
  for (const i of order) {
    all += weights[i]
    passed.set(humans[i].source, (passed.get(humans[i].source) ?? 0) + weights[i] * sources.length)
    const share = rankShare(all, Math.max(...passed.values()))
    while (kept.length < SHARES.length && share >= SHARES[kept.length] - 1e-9) kept.push(values[i])
  }
  const rising = roundToDigits(kept, 5)
  // Strictly, or two shares would stand at one value.
  for (let i = 1; i < rising.length; i++) rising[i] = Math.max(rising[i], Number((rising[i - 1] + 1e-4).toPrecision(6)))
  return { shares: SHARES, values: rising }
}
