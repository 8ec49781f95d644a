import { describe, expect, it } from 'vitest'
import { readCamera } from '../capture.ts'

describe('readCamera', () => {
  it.each([undefined, null, {}, 'track', 7])('reads nothing of %o', (value) => {
    expect(readCamera(value)).toEqual({ isGiven: value !== undefined, samples: [] })
  })

  it.each([[null], [7], [{ t: 0, x: 1 }], [{ t: Number.NaN, x: 1, y: 1 }], [{ t: 0, x: '1', y: 1 }]])(
    'keeps the place of %o',
    (odd) => {
      const point = { t: 20, x: 1, y: 2, z: 3 }
      expect(readCamera([odd, point]).samples).toEqual([null, point])
    },
  )

  it('goes without a depth that is no number', () => {
    expect(readCamera([{ t: 0, x: 1, y: 2, z: '3' }]).samples).toEqual([{ t: 0, x: 1, y: 2 }])
  })
})
