import { ATTACK_FAMILIES } from '../src/attacks/index.ts'
import { FEATURES, presenceVector } from '../src/presence/features.ts'
import type { PresenceParameters, Ranking } from '../src/presence/parameters.ts'
import { oddness, PARTS } from '../src/presence/parts.ts'
import { type Tree, treesLogit } from '../src/presence/trees.ts'
import { integer, seededRandom } from '../src/random.ts'
import { evenMotion } from '../src/timeline.ts'
import type { ImuSample } from '../src/types.ts'
import { boostedTrees } from './boosted-trees.ts'
import { type HumanWindow, humanWindows, onClock, onLattice } from './presence-material.ts'
import { rounded } from './rounded.ts'

/** One window as the engine sees it: its features, whose it is and who made it. */
export type Example = {
  x: Float64Array
  family: string
  source: string
  person: string
  variant: string
  hasGravity: boolean
}

const WINDOWS_A_SOURCE = 160
const WINDOWS_A_FAMILY = 48
const FOLDS = 5
const BOOSTING = { rounds: 140, rate: 0.25, ridge: 0.02 }
const DEGREES = 180 / Math.PI
/** Shares of people at which the rankings are kept: dense where it matters. */
const SHARES = [0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1]

/** The section `presence` of the model. */
export function trainPresence(motionFolder: string): PresenceParameters {
  const people = humanWindows(motionFolder, WINDOWS_A_SOURCE)
  const humans = humanExamples(people, 8)
  const features = featureRanges(humans)
  const examples = neutral([...humans, ...attackExamples(people)], features)
  const short = neutral(humanExamples(people, 3), features)
  const { logits, shortLogits } = crossFitted(examples, short)
  const own = examples.filter(({ family }) => family === 'human')
  return {
    trees: fitted(examples),
    features,
    ranking: ranking(own, logits),
    shortRanking: ranking(short, shortLogits),
    parts: Object.fromEntries(
      PARTS.map((part) => [
        part,
        ranking(
          own,
          own.map(({ x }) => -oddness(x, part, features)),
        ),
      ]),
    ) as PresenceParameters['parts'],
  }
}

/** Each window at 50 Hz, fine and rounded as browsers do, and, where the recording carries it, at 60 and 100 Hz. */
export function humanExamples(people: readonly HumanWindow[], seconds: number): Example[] {
  return people.flatMap(({ source, person, samples }) => {
    const variants: [string, ImuSample[]][] = [
      ['50 Hz', fine(onClock(samples, 50, seconds))],
      ['50 Hz browser', browser(onClock(samples, 50, seconds))],
    ]
    if (samples.length > 8 * 80) {
      variants.push(['60 Hz browser', browser(onClock(samples, 60, seconds))])
      variants.push(['100 Hz', fine(onClock(samples, 100, seconds))])
    }
    return variants.flatMap(([variant, made]) => example(made, { family: 'human', source, person, variant }))
  })
}

/** Forgeries of every family after windows of every source, through the same clocks and lattices as people. */
export function attackExamples(people: readonly HumanWindow[]): Example[] {
  const sources = [...Map.groupBy(people, ({ source }) => source).values()]
  const random = seededRandom(20_250_615)
  const examples: Example[] = []
  for (const family of ATTACK_FAMILIES.filter(({ kind }) => kind === 'forged')) {
    for (let k = 0; k < WINDOWS_A_FAMILY; k++) {
      const own = sources[k % sources.length]
      const { person, source, samples } = own[integer(random, own.length)]
      const strangers = own.filter((window) => window.person !== person)
      const other = strangers.length > 0 ? strangers : people
      const inputs = {
        human: onClock(samples, 50),
        other: onClock(other[integer(random, other.length)].samples, 50),
        rateHz: 50,
      }
      const made = family.make(inputs, random)
      if (!made) continue
      const [variant, lattice] = k % 3 === 0 ? (['50 Hz browser', browser] as const) : (['50 Hz', fine] as const)
      examples.push(...example(lattice(made), { family: family.name, source, person, variant }))
    }
  }
  return examples
}

function fine(samples: readonly ImuSample[]): ImuSample[] {
  return onLattice(samples, 1e-3, 2e-4 * DEGREES)
}

function browser(samples: readonly ImuSample[]): ImuSample[] {
  return onLattice(samples, 0.1, 0.1)
}

function example(samples: readonly ImuSample[], about: Omit<Example, 'x' | 'hasGravity'>): Example[] {
  const motion = evenMotion(samples, 2_500)
  if (motion.status === 'insufficient' || !motion.hasGyro) return []
  const { hasGravity } = motion
  return [{ x: presenceVector({ ...motion, hasGravity: true }, []), hasGravity, ...about }]
}

/** Features that need gravity stand at people's median where there is none, exactly as the engine will put them. */
function neutral(examples: readonly Example[], features: PresenceParameters['features']): Example[] {
  return examples.map((one) =>
    one.hasGravity ? one : { ...one, x: one.x.map((value, i) => (FEATURES[i].needsGravity ? features[i][0] : value)) },
  )
}

function featureRanges(humans: readonly Example[]): PresenceParameters['features'] {
  return FEATURES.map((info, i) => {
    const usable = humans.filter(({ hasGravity }) => hasGravity || !info.needsGravity)
    const quantile = weightedQuantile(
      usable.map(({ x }) => x[i]),
      humanWeights(usable),
    )
    const [low, median, high] = [quantile(0.05), quantile(0.5), quantile(0.95)]
    const [m, below, above] = rounded([median, Math.max(median - low, 1e-6), Math.max(high - median, 1e-6)], 5)
    return [m, below, above] as const
  })
}

/** The same weight for every source, in it for every person, and for every window of a person. */
export function humanWeights(humans: readonly Example[]): Float64Array {
  const people = new Map<string, number>()
  const sources = new Map<string, Set<string>>()
  for (const { source, person } of humans) {
    people.set(`${source} ${person}`, (people.get(`${source} ${person}`) ?? 0) + 1)
    sources.set(source, (sources.get(source) ?? new Set()).add(person))
  }
  return Float64Array.from(humans, ({ source, person }) => {
    return (
      1 / ((people.get(`${source} ${person}`) as number) * (sources.get(source) as Set<string>).size * sources.size)
    )
  })
}

/** Half of the weight on people, half on forgeries; there the same for every family. */
function weights(examples: readonly Example[]): Float64Array {
  const humans = examples.filter(({ family }) => family === 'human')
  const human = humanWeights(humans)
  const families = new Map<string, number>()
  for (const { family } of examples) families.set(family, (families.get(family) ?? 0) + 1)
  let next = 0
  return Float64Array.from(examples, ({ family }) =>
    family === 'human' ? human[next++] : 1 / ((families.get(family) as number) * (families.size - 1)),
  )
}

export function fitted(examples: readonly Example[]): Tree[] {
  const isHuman = Uint8Array.from(examples, ({ family }) => (family === 'human' ? 1 : 0))
  return boostedTrees(
    { width: FEATURES.length, x: examples.map(({ x }) => x), isHuman, weight: weights(examples) },
    BOOSTING,
  )
}

/** Which fold a person is in: people of one set are dealt out in turn. */
export function foldsOf(examples: readonly Example[], folds: number): Map<string, number> {
  const people = [...new Set(examples.map(({ person }) => person))].sort()
  return new Map(people.map((person, i) => [person, i % folds]))
}

/** What a model says of people that it was not fitted to. */
function crossFitted(
  examples: readonly Example[],
  short: readonly Example[],
): { logits: number[]; shortLogits: number[] } {
  const fold = foldsOf(examples, FOLDS)
  const models = Array.from({ length: FOLDS }, (_, k) =>
    fitted(examples.filter(({ person }) => fold.get(person) !== k)),
  )
  const logit = ({ x, person }: Example): number => treesLogit(models[fold.get(person) as number], x)
  return { logits: examples.filter(({ family }) => family === 'human').map(logit), shortLogits: short.map(logit) }
}

function ranking(humans: readonly Example[], values: readonly number[]): Ranking {
  const quantile = weightedQuantile(values, humanWeights(humans))
  const kept = rounded(SHARES.map(quantile))
  // Strictly rising, or two shares would share one value.
  for (let i = 1; i < kept.length; i++) kept[i] = Math.max(kept[i], kept[i - 1] + 1e-6)
  return { shares: SHARES, values: kept }
}

function weightedQuantile(values: readonly number[], weight: Float64Array): (share: number) => number {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b])
  const total = weight.reduce((sum, w) => sum + w, 0)
  return (share) => {
    let seen = 0
    for (const i of order) {
      seen += weight[i]
      if (seen >= share * total - 1e-12) return values[i]
    }
    return values[order.at(-1) ?? 0]
  }
}
