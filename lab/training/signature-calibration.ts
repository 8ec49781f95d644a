import { enroll } from '../../packages/engine/src/signature/enrollment.ts'
import { logRatioUnder } from '../../packages/engine/src/signature/match.ts'
import type { Matcher, SignatureModel } from '../../packages/engine/src/signature/parameters.ts'
import { logisticLine, type Outcome } from './logistic-line.ts'
import { roundToDigits } from './model-file.ts'
import { fitMatcher, type MatcherPart } from './signature-fit.ts'
import type { Example } from './signature-moments.ts'

const FOLDS = 3
const TEMPLATE_WINDOWS = 5
const MAX_PROBES = 12

/**
 * Slope and offset that turn log-likelihood ratios into log odds: logistic regression on people whom the matcher of their
 * fold has never seen, since on its own people a matcher is far too sure.
 */
export function fitCalibration(
  examples: readonly Example[],
  part: MatcherPart,
  noise: Pick<SignatureModel, 'persistent' | 'scatterPrior'>,
): [slope: number, offset: number] {
  const people = [...new Set(examples.map(({ person }) => person))]
  const outcomes = Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(people.filter((person) => people.indexOf(person) % FOLDS === fold))
    const matcher = fitMatcher(
      examples.filter(({ person }) => !held.has(person)),
      part,
    )
    return scoreHeldOut(
      examples.filter(({ person }) => held.has(person)),
      matcher,
      noise,
    )
  }).flat()
  const [slope, offset] = roundToDigits(logisticLine(balance(outcomes)), 4)
  return [slope, offset]
}

/** Everybody's probes against everybody's template, setting by setting. */
function scoreHeldOut(
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
          value: logRatioUnder(matcher, noise, claimed.template, probe.vector),
          isPositive: claimed.person === actual.person,
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
  const enrolled = spread(
    own.filter(({ unit }) => early.has(unit)),
    TEMPLATE_WINDOWS,
  )
  const template = enroll(enrolled.map(({ vector }) => ({ vector: [...vector], version: 'training', missing: [] })))
  return {
    template,
    probes: spread(
      own.filter(({ unit }) => !early.has(unit)),
      MAX_PROBES,
    ),
  }
}

function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, k) => items[Math.floor((k * items.length) / count)])
}

/** Genuine and impostor trials weigh the same in all, so that the line gives odds at even chances. */
function balance(outcomes: readonly Outcome[]): Outcome[] {
  const total = (isGenuine: boolean) =>
    outcomes.reduce((sum, { isPositive, weight }) => sum + (isPositive === isGenuine ? weight : 0), 0)
  const [genuine, impostor] = [total(true), total(false)]
  return outcomes.map((outcome) => ({ ...outcome, weight: outcome.weight / (outcome.isPositive ? genuine : impostor) }))
}
