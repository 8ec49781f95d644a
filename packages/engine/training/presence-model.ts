import { type Ranking } from '../src/presence/conformal.ts'
import { type Detector, detectorAnswers, humanness, type Spread } from '../src/presence/detectors.ts'
import type { Population, PresenceModel } from '../src/presence/parameters.ts'
import { oddness, PARTS } from '../src/presence/parts.ts'
import { discriminant, type Moments, momentsOfRows, quantiles, type Row } from './discriminants.ts'
import { rounded } from './rounded.ts'

/** A window of a person or of a forgery: features not yet scaled, and where it comes from. */
export type Window = { x: Float64Array; family: string; source: string; person: string }

/** Which families a detector is trained against. */
export type Kind = { kind: string; families: readonly string[] }

export type Fit = {
  features: readonly { part: Population['parts'] extends Readonly<Record<infer P, unknown>> ? P : never }[]
  kinds: readonly Kind[]
  /** Features at people's spread; the place where a feature is left out. */
  scale: (window: Window, spreads: readonly Spread[]) => Float64Array
}

/** Shares of people at which the rankings are kept: dense where it matters. */
const SHARES = [0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1]
const FOLDS = 5
const NARROWEST = 1e-4

/** Detectors from all windows, and the ranking of people from detectors that never saw them. */
export function fittedModel(windows: readonly Window[], fit: Fit): PresenceModel {
  const humans = windows.filter(isHuman)
  const spreads = spreadsOf(humans)
  return {
    detectors: fittedDetectors(windows, spreads, fit),
    people: population(humans, spreads, crossFitted(windows, fit), fit),
  }
}

export function isHuman({ family }: { family: string }): boolean {
  return family === 'human'
}

/** For each feature the median of people and the half-widths to their 5 % and 95 % quantiles. */
export function spreadsOf(humans: readonly Window[]): Spread[] {
  const weights = humanWeights(humans)
  return Array.from(humans[0].x, (_, i) => {
    const values = humans.map(({ x }, k) => ({ value: x[i], weight: weights[k] }))
    const [low, median, high] = quantiles(values, [0.05, 0.5, 0.95])
    const [m, below, above] = rounded(
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

export function fittedDetectors(windows: readonly Window[], spreads: readonly Spread[], fit: Fit): Detector[] {
  const humans = humanRows(windows, spreads, fit)
  const moments = momentsOfRows(humans)
  return fit.kinds.flatMap((kind) => fittedDetector(kind, windows, { humans, moments, spreads, fit }))
}

export type Against = { humans: readonly Row[]; moments: Moments; spreads: readonly Spread[]; fit: Fit }

export function humanRows(windows: readonly Window[], spreads: readonly Spread[], { scale }: Fit): Row[] {
  const humans = windows.filter(isHuman)
  const weights = humanWeights(humans)
  return humans.map((window, i) => ({ u: scale(window, spreads), weight: weights[i] }))
}

/** The detector of a kind, with every family of it weighing the same; none where none of them is there. */
export function fittedDetector(kind: Kind, windows: readonly Window[], against: Against): Detector[] {
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
export function foldsOf(windows: readonly Window[], folds: number): Map<string, number> {
  const next = new Map<string, number>()
  const people = [...new Set(windows.map(({ person }) => person))].sort()
  return new Map(
    people.map((person) => {
      const set = person.split('/')[0]
      const turn = next.get(set) ?? 0
      next.set(set, turn + 1)
      return [person, turn % folds]
    }),
  )
}

/** For each fold what detectors and spreads of the other people say of a window. */
function crossFitted(windows: readonly Window[], fit: Fit): (window: Window) => number {
  const folds = foldsOf(windows, FOLDS)
  const models = Array.from({ length: FOLDS }, (_, k) => {
    const others = windows.filter(({ person }) => folds.get(person) !== k)
    const spreads = spreadsOf(others.filter(isHuman))
    return { spreads, detectors: fittedDetectors(others, spreads, fit) }
  })
  return (window) => {
    const { spreads, detectors } = models[folds.get(window.person) ?? 0]
    return humanness(detectorAnswers(fit.scale(window, spreads), detectors))
  }
}

/** People of one length of window: their spreads and rankings. */
export function population(
  humans: readonly Window[],
  spreads: readonly Spread[],
  human: (window: Window) => number,
  { features, scale }: Fit,
): Population {
  const weights = humanWeights(humans)
  const ranked = (of: (window: Window) => number): Ranking =>
    ranking(humans.map((window, i) => ({ value: of(window), weight: weights[i] })))
  const parts = PARTS.map((part) => [part, ranked((window) => -oddness(scale(window, spreads), part, features))])
  return { spreads, humanness: ranked(human), parts: Object.fromEntries(parts) as Population['parts'] }
}

function ranking(values: readonly { value: number; weight: number }[]): Ranking {
  const kept = rounded(quantiles(values, SHARES), 5)
  // Strictly rising, or two shares would stand at one value.
  for (let i = 1; i < kept.length; i++) kept[i] = Math.max(kept[i], Number((kept[i - 1] + 1e-4).toPrecision(6)))
  return { shares: SHARES, values: kept }
}
