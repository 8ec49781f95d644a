import { presenceVector } from '../../packages/engine/src/presence/features.ts'
import { integer, seededRandom } from '../../packages/engine/src/random.ts'
import { readImu } from '../../packages/engine/src/streams/imu.ts'
import { evenMotion } from '../../packages/engine/src/timeline.ts'
import type { ImuSample } from '../../packages/engine/src/types.ts'
import { ATTACK_FAMILIES } from '../attacks/index.ts'
import { type HumanWindow, onClock, onLattice, withoutGravity } from './presence-material.ts'

/** One window as the engine sees it: its features, who made it and after whom. */
export type Example = {
  x: Float64Array
  hasGravity: boolean
  /** `human`, or the family of the forgery. */
  family: string
  source: string
  person: string
  variant: Variant
}

export type Variant = '50 Hz' | '50 Hz, browser' | '60 Hz, browser' | '100 Hz' | '50 Hz, no gravity'

const DEGREES = 180 / Math.PI
type Delivery = readonly [Variant, (samples: readonly ImuSample[]) => ImuSample[]]
const FINE: Delivery = ['50 Hz', fine]
const BROWSER: Delivery = ['50 Hz, browser', browser]
const NO_GRAVITY: Delivery = ['50 Hz, no gravity', (samples) => fine(withoutGravity(samples))]
const MIN_FORGERY_MS = 2_500
const QUICK_HZ = 80

/** Each window as several devices would deliver it; more than 50 Hz only where the recording carries it. */
export function humanExamples(windows: readonly HumanWindow[], seconds: number): Example[] {
  return windows.flatMap(({ source, person, samples }, i) => {
    const at = (hz: number): ImuSample[] => onClock(samples, hz, seconds)
    const made: [Variant, ImuSample[]][] = [
      ['50 Hz', fine(at(50))],
      ['50 Hz, browser', browser(at(50))],
    ]
    if (samples.length > 8 * QUICK_HZ) made.push(['60 Hz, browser', browser(at(60))], ['100 Hz', fine(at(100))])
    if (i % 3 === 0) made.push(['50 Hz, no gravity', fine(withoutGravity(at(50)))])
    return made.flatMap(([variant, all]) => example(all, 900 * seconds, { family: 'human', source, person, variant }))
  })
}

/** Forgeries after windows of every source, through the same clock and lattices as people. */
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
      const other = onClock(others[integer(random, others.length)].samples, 50)
      const made = make({ human: onClock(samples, 50), other, rateHz: 50 }, random)
      const [variant, deliver] = k % 4 === 1 ? BROWSER : k % 7 === 3 ? NO_GRAVITY : FINE
      return made ? example(deliver(made), MIN_FORGERY_MS, { family: name, source, person, variant }) : []
    }).flat()
  })
}

/** From the name alone, so that one family more changes nothing for the others. */
function hashName(name: string): number {
  let seed = 7
  for (let i = 0; i < name.length; i++) seed = (Math.imul(seed, 31) + name.charCodeAt(i)) >>> 0
  return seed
}

function fine(samples: readonly ImuSample[]): ImuSample[] {
  return onLattice(samples, 1e-3, 2e-4 * DEGREES)
}

function browser(samples: readonly ImuSample[]): ImuSample[] {
  return onLattice(samples, 0.1, 0.1)
}

function example(samples: readonly ImuSample[], minMs: number, about: Omit<Example, 'x' | 'hasGravity'>): Example[] {
  const motion = evenMotion(readImu(samples), minMs)
  if (motion.status === 'insufficient' || !motion.hasGyro) return []
  return [{ x: presenceVector(motion.channels, motion.n), hasGravity: motion.hasGravity, ...about }]
}
