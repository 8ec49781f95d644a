import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import type { AttackFamily } from '../attacks/index.ts'
import { type Interval, shareIntervalOver } from '../evaluation/figures.ts'
import { ARENA_HZ, type ArenaPerson } from './people.ts'

/** A memory that is shown captures, and says of a new one whether it was shown before. What it cannot read is refused anyway. */
export type Memory = {
  remember: (id: string, imu: readonly ImuSample[]) => void
  recall: (imu: readonly ImuSample[]) => 'known' | 'new' | 'unreadable'
}

export type ReplayFigures = {
  remembered: number
  /** New captures of remembered people that were taken for old ones. */
  falseAlarms: Interval
  families: { name: string; description: string; windows: number; missed: Interval }[]
}

export type ReplayInputs = {
  people: readonly ArenaPerson[]
  families: readonly AttackFamily[]
  memory: Memory
  seed: number
}

/** Each person's first window is remembered and comes back altered; the later windows are new. */
export function measureReplay({ people, families, memory, seed }: ReplayInputs): ReplayFigures {
  for (const { name, windows } of people) memory.remember(name, windows[0])
  const alarms = people.map(({ windows }) => windows.slice(1).map((imu) => Number(memory.recall(imu) === 'known')))
  const interval = (byPerson: readonly number[][]) =>
    shareIntervalOver(byPerson, (drawn) => mean(drawn.flat()), { random: seededRandom(seed), rounds: 200 })
  return {
    remembered: people.length,
    falseAlarms: interval(alarms),
    families: families
      .map((family, f) => {
        const missed = people.map(({ windows }, p) =>
          countMissed(family, windows[0], { memory, seed: seed + 97 * f + 7_919 * p }),
        )
        return {
          name: family.name,
          description: family.description,
          windows: missed.flat().length,
          missed: interval(missed),
        }
      })
      .toSorted((a, b) => readValue(a.missed) - readValue(b.missed)),
  }
}

function countMissed(
  family: AttackFamily,
  human: readonly ImuSample[],
  { memory, seed }: { memory: Memory; seed: number },
): number[] {
  const made = family.make({ human, other: human, rateHz: ARENA_HZ }, seededRandom(seed))
  return made ? [Number(memory.recall(made) === 'new')] : []
}

/** A family that made nothing stands before all others. */
function readValue({ value }: Interval): number {
  return Number.isNaN(value) ? -1 : value
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
