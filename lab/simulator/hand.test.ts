import { expect, it } from 'vitest'
import { generateChallenge, scoreChallenge, seededRandom } from '../../packages/engine/src/index.ts'
import { moveHand } from './hand.ts'
import { HAND_NUMBERS, toHand } from './numbers.ts'

it('the simulated hand has 34 numbers, and makes the commanded strokes', () => {
  const challenge = generateChallenge(seededRandom(2))
  expect(Object.keys(HAND_NUMBERS)).toHaveLength(34)
  expect(scoreChallenge(challenge, moveHand(toHand([]), challenge, seededRandom(1))).value).toBe(1)
})
