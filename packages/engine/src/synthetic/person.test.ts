import { describe, expect, it } from 'vitest'
import { syntheticPerson } from './person.ts'

describe('syntheticPerson', () => {
  it('is one person for one number', () => {
    expect(syntheticPerson(11)).toEqual(syntheticPerson(11))
    expect(syntheticPerson(11).hand).not.toEqual(syntheticPerson(12).hand)
  })
  it('has habits within what bodies can do', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { hand, tremor, gait, body, device } = syntheticPerson(seed)
      expect(tremor.hz).toBeGreaterThanOrEqual(5)
      expect(tremor.hz).toBeLessThanOrEqual(9)
      expect(hand.movementS).toBeGreaterThan(0.2)
      expect(hand.movementS).toBeLessThan(1)
      expect(gait.strideS).toBeGreaterThan(0.8)
      expect(gait.strideS).toBeLessThan(1.4)
      expect(body.heightM).toBeGreaterThan(1.3)
      expect(device.gain.every((gain) => Math.abs(gain - 1) < 0.05)).toBe(true)
    }
  })
})
