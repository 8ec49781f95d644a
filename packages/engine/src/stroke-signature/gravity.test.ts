import { describe, expect, it } from 'vitest'
import { feelsGravity } from './views.ts'

/** Twenty samples of a swing; at two of them the hand hardly turns, and the sensor reads `quiet` m/s². */
const swing = (quiet: number, moving: number) =>
  Array.from({ length: 20 }, (_, i) => {
    const isQuiet = i === 7 || i === 13
    return { t: 20 * i, ax: 0, ay: isQuiet ? quiet : moving, az: 0, rx: isQuiet ? 1 : 200, ry: 0, rz: 0 }
  })

describe('feelsGravity', () => {
  it.each([
    [9.8, 1, true],
    [6, 1, true],
    [5.99, 30, false],
    [0.2, 9.8, false],
  ])('goes by the quietest tenth: %d m/s² there and %d elsewhere', (quiet, moving, expected) => {
    expect(feelsGravity(swing(quiet, moving))).toBe(expected)
  })

  it('goes by the middle of the quiet readings, so that one wild value decides nothing', () => {
    const samples = Array.from({ length: 30 }, (_, i) => ({
      t: i,
      ax: i === 1 ? 900 : 0,
      ay: 0,
      az: 0,
      rx: i,
      ry: 0,
      rz: 0,
    }))
    expect(feelsGravity(samples)).toBe(false)
  })

  it('needs no gyroscope, and finds no gravity in nothing', () => {
    expect(feelsGravity([{ t: 0, ax: 5, ay: 5, az: 5 }])).toBe(true)
    expect(feelsGravity([])).toBe(false)
  })
})
