import { enroll } from '../src/signature/enrollment.ts'
import { logRatioUnder } from '../src/signature/match.ts'
import type { Matcher, SignatureModel } from '../src/signature/parameters.ts'
import { rounded } from './rounded.ts'
import { type Example, fitMatcher } from './signature-fit.ts'

type Outcome = { logRatio: number; genuine: boolean; weight: number }

const FOLDS = 3
const TEMPLATE_WINDOWS = 5
const MAX_PROBES = 12

/**
 * Slope and offset that turn log-likelihood ratios into log odds: logistic regression on people whom the matcher of their
 * fold has never seen, since on its own people a matcher is far too sure.
 */
export function calibrationOf(
  examples: readonly Example[],
  views: readonly number[],
  noise: Pick<SignatureModel, 'persistent' | 'scatterPrior'>,
): [slope: number, offset: number] {
  const people = [...new Set(examples.map(({ person }) => person))]
  const outcomes = Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(people.filter((_, i) => i % FOLDS === fold))
    const matcher = fitMatcher(
      examples.filter(({ person }) => !held.has(person)),
      views,
    )
    return heldOutcomes(
      examples.filter(({ person }) => held.has(person)),
      matcher,
      noise,
    )
  }).flat()
  const [slope, offset] = rounded(logisticLine(balanced(outcomes)), 4)
  return [slope, offset]
}

/** Everybody's probes against everybody's template, setting by setting. */
function heldOutcomes(
  examples: readonly Example[],
  matcher: Matcher,
  noise: Pick<SignatureModel, 'persistent' | 'scatterPrior'>,
): Outcome[] {
  return [...Map.groupBy(examples, ({ setting }) => setting).values()].flatMap((inSetting) => {
    const people = [...Map.groupBy(inSetting, ({ person }) => person).entries()].map(([person, own]) => ({
      person,
      ...split(own),
    }))
    return people.flatMap((claimed) =>
      people.flatMap((actual) =>
        actual.probes.map((probe) => ({
          logRatio: logRatioUnder(matcher, noise, claimed.template, probe.vector),
          genuine: claimed.person === actual.person,
          weight: 1 / people.length,
        })),
      ),
    )
  })
}

/** A template of the first half of a person's recordings, probes of the second. */
function split(own: readonly Example[]) {
  const units = [...new Set(own.map(({ unit }) => unit))]
  const early = new Set(units.slice(0, Math.ceil(units.length / 2)))
  const enrolled = spread(own.filter(({ unit }) => early.has(unit)), TEMPLATE_WINDOWS)
  const template = enroll(enrolled.map(({ vector }) => ({ vector: [...vector], version: 'training', missing: [] })))
  return { template, probes: spread(own.filter(({ unit }) => !early.has(unit)), MAX_PROBES) }
}

function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, k) => items[Math.floor((k * items.length) / count)])
}

/** Genuine and impostor trials weigh the same in all, so that the line gives odds at even chances. */
function balanced(outcomes: readonly Outcome[]): Outcome[] {
  const total = (isGenuine: boolean) =>
    outcomes.reduce((sum, { genuine, weight }) => sum + (genuine === isGenuine ? weight : 0), 0)
  const [genuine, impostor] = [total(true), total(false)]
  return outcomes.map((outcome) => ({ ...outcome, weight: outcome.weight / (outcome.genuine ? genuine : impostor) }))
}

/** Maximum likelihood of genuine ~ logistic(slope·logRatio + offset) by Newton's method. */
function logisticLine(outcomes: readonly Outcome[]): [slope: number, offset: number] {
  let [slope, offset] = [0.3, 0]
  for (let round = 0; round < 50; round++) {
    const sums = [0, 0, 1e-9, 0, 1e-9]
    for (const { logRatio, genuine, weight } of outcomes) {
      const p = 1 / (1 + Math.exp(-(slope * logRatio + offset)))
      const residual = weight * ((genuine ? 1 : 0) - p)
      const curvature = weight * p * (1 - p)
      sums[0] += residual * logRatio
      sums[1] += residual
      sums[2] += curvature * logRatio * logRatio
      sums[3] += curvature * logRatio
      sums[4] += curvature
    }
    const determinant = sums[2] * sums[4] - sums[3] * sums[3]
    slope += (sums[4] * sums[0] - sums[3] * sums[1]) / determinant
    offset += (sums[2] * sums[1] - sums[3] * sums[0]) / determinant
  }
  return [slope, offset]
}
