import { type Enrollment, enroll } from '../../packages/engine/src/signature/enrollment.ts'
import { compareWith, type SignatureKind, type SignatureModel } from '../../packages/engine/src/signature/match.ts'
import { logisticLine, type Outcome } from './logistic-line.ts'
import { roundToDigits } from './model-file.ts'
import type { Example } from './signature-moments.ts'

const TEMPLATE_WINDOWS = 5
const MAX_PROBES = 12
/** In a large setting so many people are enough. */
const MAX_PEOPLE = 40

/** Examples of people for each matcher, and matchers that have never seen them. */
export type Fold = { fitted: Pick<SignatureKind, 'matchers' | 'statistics'>; held: readonly (readonly Example[])[] }

/** Which matcher a line belongs to, and whether statistics are added. */
type Choice = { matcher: number; withStatistics: boolean }

/**
 * Slope and offset that turn log-likelihood ratios into log odds: logistic regression on people whom the matcher of their
 * fold has never seen, since on its own people a matcher is far too sure.
 */
export function fitCalibration(
  folds: readonly Fold[],
  choice: Choice,
  noise: Pick<SignatureModel, 'persistent' | 'scatterPrior'>,
): [slope: number, offset: number] {
  const outcomes = folds.flatMap(({ fitted, held }) => {
    const { matchers, statistics } = fitted
    const used = choice.withStatistics && statistics ? { matchers, statistics } : { matchers }
    const ratioOf = (template: Enrollment, probe: Example) =>
      compareWith(matchers[choice.matcher], used, noise, template, toSignature(probe)).logRatio
    return scoreHeldOut(held[choice.matcher], ratioOf)
  })
  const [slope, offset] = roundToDigits(logisticLine(balance(outcomes)), 4)
  return [slope, offset]
}

/** Compares all probes with all templates, setting by setting. */
function scoreHeldOut(
  examples: readonly Example[],
  ratioOf: (template: Enrollment, probe: Example) => number,
): Outcome[] {
  return [...Map.groupBy(examples, ({ setting }) => setting).values()].flatMap((inSetting) => {
    const people = [...Map.groupBy(inSetting, ({ person }) => person).entries()]
      .slice(0, MAX_PEOPLE)
      .map(([person, own]) => ({ person, ...split(own) }))
    return people.flatMap((claimed) =>
      people.flatMap((actual) =>
        actual.probes.map((probe) => ({
          value: ratioOf(claimed.template, probe),
          isPositive: claimed.person === actual.person,
          weight: 1 / people.length,
        })),
      ),
    )
  })
}

function toSignature({ vector, statistics }: Example) {
  return { vector: [...vector], version: 'training', missing: [], statistics: [...statistics] }
}

/** A template of the first half of a person's recordings, probes of the second. */
function split(own: readonly Example[]) {
  const units = [...new Set(own.map(({ unit }) => unit))]
  const early = new Set(units.slice(0, Math.ceil(units.length / 2)))
  const enrolled = spread(
    own.filter(({ unit }) => early.has(unit)),
    TEMPLATE_WINDOWS,
  )
  const template = enroll(enrolled.map(toSignature))
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
