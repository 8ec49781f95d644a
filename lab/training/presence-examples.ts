import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { computePresenceVector } from '../../packages/engine/src/presence/features.ts'
import { selectPresenceMotion } from '../../packages/engine/src/presence/motion-windows.ts'
import { integer, seededRandom } from '../../packages/engine/src/random.ts'
import { ATTACK_FAMILIES } from '../attacks/index.ts'
import { DELIVERIES, type DeliveryName, onClock, onLattice } from './deliveries.ts'
import type { HumanWindow } from './presence-material.ts'

/** One window as the engine sees it: its features, who made it and after whom. */
export type Example = {
  x: Float64Array
  hasGravity: boolean
  /** `human`, or the family of the forgery. */
  family: string
  source: string
  person: string
  delivery: DeliveryName
}

const DEGREES = 180 / Math.PI
const MIN_FORGERY_MS = 2_500

/** Every window comes like this, */
const USUAL: readonly DeliveryName[] = ['recorded', 'Android', 'iOS']
/** and each in turn also in one of these ways. */
const RARE: readonly DeliveryName[] = ['5 % of events lost', '150 ms lost every 2 s', 'times ±4 ms', 'gravity removed']

/** The first `seconds` of each window, as several devices would deliver them. */
export function humanExamples(windows: readonly HumanWindow[], seconds: number): Example[] {
  return windows.flatMap((window, i) => {
    const deliveries = [...USUAL, RARE[i % RARE.length]]
    return deliveries.flatMap((delivery) => deliverWindow(window, { delivery, seconds, seed: i }))
  })
}

export type Delivered = { delivery: DeliveryName; seconds: number; seed: number }

/** A window of a person as it comes in one way; none where the engine then judges nothing. */
export function deliverWindow(
  { source, person, samples }: HumanWindow,
  { delivery, seconds, seed }: Delivered,
): Example[] {
  const first = samples.filter(({ t }) => t - samples[0].t < 1000 * seconds)
  const given = DELIVERIES[delivery](first, seededRandom(seed))
  return example(given, 900 * seconds, { family: 'human', source, person, delivery })
}

/** Forgeries after windows of every source, delivered like people. */
export function attackExamples(
  windows: readonly HumanWindow[],
  perFamily: number,
  families: readonly string[],
): Example[] {
  const sources = [...Map.groupBy(windows, ({ source }) => source).values()]
  return ATTACK_FAMILIES.filter(({ name }) => families.includes(name)).flatMap(({ name, make }) => {
    const random = seededRandom(hashName(name))
    return Array.from({ length: perFamily }, (_, k) => {
      const own = sources[k % sources.length]
      const { person, source, samples } = own[integer(random, own.length)]
      const strangers = own.filter((window) => window.person !== person)
      const others = strangers.length > 0 ? strangers : windows
      const other = onClock(others[integer(random, others.length)].samples, 50, 8)
      const made = make({ human: onClock(samples, 50, 8), other, rateHz: 50 }, random)
      const delivery = k % 7 === 3 ? 'gravity removed' : USUAL[[0, 1, 0, 2][k % 4]]
      if (!made) return []
      const given = DELIVERIES[delivery](onFineLattice(made), random)
      return example(given, MIN_FORGERY_MS, { family: name, source, person, delivery })
    }).flat()
  })
}

/** From the name alone, so that one family more changes nothing for the others. */
function hashName(name: string): number {
  let seed = 7
  for (let i = 0; i < name.length; i++) seed = (Math.imul(seed, 31) + name.charCodeAt(i)) >>> 0
  return seed
}

/** No finer than sensors are. */
function onFineLattice(samples: readonly ImuSample[]): ImuSample[] {
  return onLattice(samples, 1e-3, 2e-4 * DEGREES)
}

function example(samples: readonly ImuSample[], minMs: number, about: Omit<Example, 'x' | 'hasGravity'>): Example[] {
  const motion = selectPresenceMotion(readImu(samples), minMs)
  if (motion.status === 'insufficient') return []
  return [{ x: computePresenceVector(motion.channels, motion.n), hasGravity: motion.hasGravity, ...about }]
}
