import { describe, expect, it } from 'vitest'
import { generateChallenge, scoreChallenge, seededRandom } from '../../../packages/engine/src/index.ts'
import { gradeOpenly } from '../harness/grade.ts'
import * as optimizer from '../injections/optimizer.ts'
import * as simulated from '../injections/simulated-hand.ts'
import { moveHand } from './hand.ts'
import { HAND_NUMBERS, toHand } from './numbers.ts'

const challenge = generateChallenge(seededRandom(2))

describe('the simulated hand', () => {
  it('has 34 numbers, and makes the commanded strokes', () => {
    expect(Object.keys(HAND_NUMBERS)).toHaveLength(34)
    expect(scoreChallenge(challenge, moveHand(toHand([]), challenge, seededRandom(1))).value).toBe(1)
  })
  it('is graded above the robot from which the search begins, which fails', () => {
    const robot = gradeOpenly(optimizer.make, 4)
    expect(robot).toBeLessThan(-1)
    expect(gradeOpenly(simulated.make, 4)).toBeGreaterThan(robot)
  })
})
