import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { generateChallenge } from '../../packages/engine/src/challenge/challenge.ts'
import { normal, type Random, seededRandom } from '../../packages/engine/src/random.ts'
import { strokesOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'
import { moveHand } from '../simulator/hand.ts'
import { ROBOT_LOGS, toHand } from '../simulator/numbers.ts'
import { DELIVERIES, onClock } from './deliveries.ts'
import finds from './simulation-finds.json' with { type: 'json' }
import { measureWindows, type SimulationWindow } from './simulation-windows.ts'

const CAPTURES_A_FAMILY = 160
/** Four finds of searches, each against detectors that knew the finds before it. */
const CAPTURES_A_FIND = 30
/** The spread of the hands around the guess, in logarithms of each number. */
const SPREADS = [0.15, 0.4, 0.8, 1.2]
const SPREAD_OF_FINDS = 0.1

type Draw = (random: Random, i: number) => ImuSample[]

const moveDrawn = (middle: readonly number[], spread: number, random: Random): ImuSample[] =>
  moveHand(toHand(middle.map((value) => value + spread * normal(random))), generateChallenge(random), random)

/** Hands about the guess, on the way to it from the robot, people of the testing kit, and what searches have found: each a family. */
export function simulatedWindows(): SimulationWindow[] {
  const zero = ROBOT_LOGS.map(() => 0)
  const hands = SPREADS.map((spread): [string, Draw] => [
    `hand, spread ${spread}`,
    (random) => moveDrawn(zero, spread, random),
  ])
  const between: Draw = (random) => {
    const share = random()
    return moveDrawn(
      ROBOT_LOGS.map((value) => share * value),
      0.4,
      random,
    )
  }
  const kit: Draw = (random, i) => strokesOf(syntheticPerson(5000 + i), generateChallenge(random).strokes, random)
  const families: [string, Draw][] = [...hands, ['hand, on the way from the robot', between], ['kit', kit]]
  return [
    ...families.flatMap(([family, draw], k) => drawFamily(family, draw, { count: CAPTURES_A_FAMILY, seed: 1000 * k })),
    ...finds.flatMap((logs, k) =>
      drawFamily(`find, search ${k + 1}`, (random) => moveDrawn(logs, SPREAD_OF_FINDS, random), {
        count: CAPTURES_A_FIND,
        seed: 100_000 + 1000 * k,
      }),
    ),
  ]
}

function drawFamily(family: string, draw: Draw, { count, seed }: { count: number; seed: number }): SimulationWindow[] {
  return Array.from({ length: count }, (_, i) => {
    const imu = draw(seededRandom(seed + i), i)
    return measureWindows(deliver(imu, i), { family, person: `${i}` })
  }).flat()
}

/**
 * Most as Chromium gives them, a third as Safari does, some at 50 Hz. None without gravity: few people are recorded so, and where those are left out, no
 * gravity would pass for a simulation.
 */
function deliver(imu: readonly ImuSample[], i: number): readonly ImuSample[] {
  if (i % 3 === 1) return DELIVERIES.iOS(imu)
  return i % 6 === 5 ? onClock(imu, 50) : imu
}
