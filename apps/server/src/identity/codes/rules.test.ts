import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCode, countSecondsUntil } from './codes.ts'

describe('createCode', () => {
  it.each([
    [0, '000000'],
    [42, '000042'],
    [999_999, '999999'],
  ])('writes %i as %s', (drawn, code) => {
    expect(createCode(() => drawn)).toBe(code)
  })

  it('draws from all codes of six digits', () => {
    let bound = 0
    createCode((below) => {
      bound = below
      return 0
    })
    expect(bound).toBe(1_000_000)
  })

  it('draws each first digit about as often as any other', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 20_000; index++) {
      const digit = createCode(randomInt).charAt(0)
      counts.set(digit, (counts.get(digit) ?? 0) + 1)
    }
    expect(counts.size).toBe(10)
    // Six standard deviations from 2000.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(255)
  })
})

it.each([
  ['2026-03-10T12:10:00.000Z', 600],
  ['2026-03-10T12:00:00.001Z', 1],
  ['2026-03-10T12:00:00.000Z', 1],
  ['2026-03-10T11:00:00.000Z', 1],
])('until %s it is %i seconds from noon', (then, seconds) => {
  expect(countSecondsUntil(new Date(then), new Date('2026-03-10T12:00:00.000Z'))).toBe(seconds)
})
