import { STROKES, TAIL_MS } from '../../../packages/engine/src/challenge/challenge.ts'
import {
  type Challenge,
  type CommandedStroke,
  DIRECTIONS,
  generateChallenge,
  type ImuSample,
  type Random,
  seededRandom,
} from '../../../packages/engine/src/index.ts'
import { integer } from '../../../packages/engine/src/random.ts'
import type { Begin, Make, Step } from './generator.ts'

/**
 * Runs a generator stroke by stroke: again at each step, with the same random numbers, the strokes revealed so far and any
 * for the others. What such motion has before a cue must not depend on the stroke; where it does, the parts do not fit together.
 */
export function runAgainEachStep(make: Make): Begin {
  return (durationMs, random, attempt) => {
    const seed = integer(random, 2 ** 31)
    const makeOf = (strokes: readonly CommandedStroke[]) =>
      make({ version: 1, strokes: fillUp(strokes, durationMs), durationMs }, seededRandom(seed), attempt)
    return cutInSteps(makeOf)
  }
}

/** Returns motion that was made before any stroke was revealed. */
export function giveOutPrepared(imu: readonly ImuSample[]): Step {
  return cutInSteps(() => imu)
}

function cutInSteps(makeOf: (strokes: readonly CommandedStroke[]) => readonly ImuSample[]): Step {
  let sinceMs = Number.NEGATIVE_INFINITY
  return (strokes, untilMs) => {
    const part = makeOf(strokes).filter(({ t }) => t > sinceMs && t <= untilMs)
    sinceMs = untilMs
    return part
  }
}

/** Returns the revealed strokes, followed until the end by evenly spaced strokes in other directions. */
function fillUp(told: readonly CommandedStroke[], durationMs: number): CommandedStroke[] {
  const free = DIRECTIONS.filter((direction) => told.every((stroke) => stroke.direction !== direction))
  const from = told[told.length - 1].atMs
  const gap = (durationMs - TAIL_MS - from) / (STROKES - told.length)
  const others = Array.from({ length: STROKES - told.length }, (_, i) => ({
    direction: free[i],
    atMs: from + (i + 1) * gap,
  }))
  return [...told, ...others]
}

/** Returns the challenge an attacker prepares for: the first stroke and all times are known, the other strokes guessed. */
export function guessStrokes({ strokes, ...rest }: Challenge, random: Random): Challenge {
  for (;;) {
    const guessed = generateChallenge(random).strokes.map(({ direction }) => direction)
    if (guessed[0] !== strokes[0].direction) continue
    return { ...rest, strokes: strokes.map(({ atMs }, i) => ({ direction: guessed[i], atMs })) }
  }
}
