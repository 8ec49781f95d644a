import { expect, it } from 'vitest'
import { generateChallenge, scoreChallenge, seededRandom } from '../../packages/engine/src/index.ts'
import { normal } from '../../packages/engine/src/random.ts'
import { isSimulated } from '../../packages/engine/src/simulation/index.ts'
import { moveHand } from './hand.ts'
import { HAND_NUMBERS, ROBOT_LOGS, toHand } from './numbers.ts'

it('the simulated hand has 34 numbers, and makes the commanded strokes', () => {
  const challenge = generateChallenge(seededRandom(2))
  expect(Object.keys(HAND_NUMBERS)).toHaveLength(34)
  expect(scoreChallenge(challenge, moveHand(toHand([]), challenge, seededRandom(1))).value).toBe(1)
})

it('hands about the guess are known as simulated, at least nine of ten', () => {
  const scans = Array.from({ length: 20 }, (_, seed) => {
    const random = seededRandom(700 + seed)
    const hand = toHand(ROBOT_LOGS.map(() => 0.15 * normal(random)))
    return moveHand(hand, generateChallenge(random), random)
  })
  expect(scans.filter((imu) => isSimulated({ imu })).length).toBeGreaterThanOrEqual(18)
})

it('a search begins at a robot: the strokes of a hand, and a tenth of its tremor, noise and lever', () => {
  const { strokeS, reachM, tremorPush, effortPush, leverM, noise } = toHand(ROBOT_LOGS)
  const guesses = HAND_NUMBERS
  expect([strokeS, reachM]).toEqual([guesses.strokeS.guess, guesses.reachM.guess])
  expect(tremorPush / guesses.tremorPush.guess).toBeCloseTo(0.1)
  expect(effortPush / guesses.effortPush.guess).toBeCloseTo(0.1)
  expect(leverM / guesses.leverM.guess).toBeCloseTo(0.1)
  expect(noise / guesses.noise.guess).toBeCloseTo(0.1)
})
