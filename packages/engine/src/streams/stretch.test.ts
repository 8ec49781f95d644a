import { describe, expect, it } from 'vitest'
import { keepRising, longestStretch } from '../timeline.ts'

describe('longestStretch', () => {
  it.each([
    ['no times', [], 0, 0],
    ['one time', [5], 0, 1],
    ['a gap as long as allowed', [0, 100, 200], 0, 3],
    ['a longer gap', [0, 101, 201], 1, 3],
    ['two of one length', [0, 50, 500, 550], 0, 2],
  ])('of %s', (_, times, from, to) => {
    expect(longestStretch(times, 100)).toEqual({ from, to })
  })
})

describe('keepRising', () => {
  it('drops what is not later than all before it', () => {
    expect(keepRising([0, 20, 20, 10, 21].map((t) => ({ t })))).toEqual([{ t: 0 }, { t: 20 }, { t: 21 }])
  })

  it('drops what follows too soon', () => {
    expect(
      keepRising(
        [0, 24, 25, 49, 50].map((t) => ({ t })),
        25,
      ),
    ).toEqual([{ t: 0 }, { t: 25 }, { t: 50 }])
  })
})
