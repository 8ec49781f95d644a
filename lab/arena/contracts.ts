import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { integer, type Random, seededRandom } from '../../packages/engine/src/random.ts'

export type ContractFigures = {
  calls: number
  /** Exports that threw or answered with a number that is none, with an example of the trouble. */
  broken: { name: string; trouble: string }[]
}

export type ContractInputs = {
  exports: Readonly<Record<string, unknown>>
  window: readonly ImuSample[]
  callsEach: number
  seed: number
}

/** Calls every exported function with nonsense and with broken motion: none may throw or answer NaN. */
export function measureContracts({ exports, window, callsEach, seed }: ContractInputs): ContractFigures {
  const functions = Object.entries(exports).filter(
    (entry): entry is [string, (...args: unknown[]) => unknown] => typeof entry[1] === 'function',
  )
  const random = seededRandom(seed)
  const broken = new Map<string, string>()
  for (const [name, call] of functions) {
    for (let k = 0; k < callsEach; k++) {
      const trouble = findTrouble(() =>
        call(...Array.from({ length: integer(random, 6) }, () => nonsense(random, window))),
      )
      if (trouble !== null && !broken.has(name)) broken.set(name, trouble)
    }
  }
  return {
    calls: functions.length * callsEach,
    broken: [...broken].map(([name, trouble]) => ({ name, trouble })),
  }
}

function findTrouble(call: () => unknown): string | null {
  try {
    return holdsNoNumber(call(), 6) ? 'answered with NaN' : null
  } catch (error) {
    return error instanceof Error ? `threw ${error.name}: ${error.message}` : 'threw'
  }
}

function holdsNoNumber(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isNaN(value)
  if (typeof value !== 'object' || value === null || depth === 0) return false
  return Object.values(value).some((inner) => holdsNoNumber(inner, depth - 1))
}

const ODD: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'motion',
  0,
  -1,
  1e308,
  -1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  new Date(0),
  new Float64Array(3),
  new Map(),
  1n,
  () => 0.5,
]
const KEYS = [
  'imu',
  'frames',
  'camera',
  't',
  'ax',
  'joints',
  'vector',
  'version',
  'missing',
  'strokes',
  'imuSamples',
  'challengeResults',
  'samples',
  'count',
  'mean',
]

/** Invalid input: odd values, objects with known names and odd contents, or motion with holes. */
export function nonsense(random: Random, window: readonly ImuSample[], depth = 3): unknown {
  const kind = integer(random, depth > 0 ? 6 : 1)
  if (kind === 0) return ODD[integer(random, ODD.length)]
  if (kind === 1) return Array.from({ length: integer(random, 4) }, () => nonsense(random, window, depth - 1))
  if (kind === 2) return makeObject(random, () => nonsense(random, window, depth - 1))
  const motion = breakMotion(random, window)
  if (kind === 3) return motion
  return kind === 4
    ? { imu: motion, camera: motion, frames: motion }
    : { imuSamples: motion, samples: motion, signature: { vector: [Number.NaN] } }
}

function makeObject(random: Random, make: () => unknown): Record<string, unknown> {
  const entries = Array.from(
    { length: integer(random, 5) },
    () => [KEYS[integer(random, KEYS.length)], make()] as const,
  )
  return Object.fromEntries(entries)
}

function breakMotion(random: Random, window: readonly ImuSample[]): unknown[] {
  const share = random() ** 3
  const cut = window.slice(0, integer(random, window.length + 1))
  return cut.map((sample) => {
    if (random() >= share) return sample
    const key = ['t', 'ax', 'ay', 'az', 'rx', 'rz'][integer(random, 6)]
    return random() < 0.1 ? ODD[integer(random, ODD.length)] : { ...sample, [key]: ODD[integer(random, ODD.length)] }
  })
}
