import { describe, expect, it } from 'vitest'
import { decodeStrokes, encodeStrokes } from './strokes.ts'

const sample = (t: number, value = 0) => ({ t, ax: value, ay: 9.81, az: -0.12, rx: 12.3, ry: -value, rz: 0 })

describe('encodeStrokes', () => {
  it('keeps rounds, gestures and samples, times from the first of each stroke on', () => {
    const strokes = [
      { round: 0, gesture: 'up-left', imu: [sample(1000.1), sample(1016.8, -327.5), sample(1033.4, 499.99)] },
      { round: 2, gesture: 'down', imu: [] },
      { round: 2, gesture: 'right', imu: [sample(90_000)] },
    ]
    expect(decodeStrokes(encodeStrokes(strokes))).toEqual([
      {
        round: 0,
        gesture: 'up-left',
        imu: [sample(0), sample(16.7, -327.5), { ...sample(33.3, 499.99), ry: -500 }].map(withoutMinusZero),
      },
      { round: 2, gesture: 'down', imu: [] },
      { round: 2, gesture: 'right', imu: [withoutMinusZero(sample(0))] },
    ])
  })

  it('is equal for equal motion, whenever it was made', () => {
    const at = (start: number) => [{ round: 1, gesture: 'up', imu: [sample(start), sample(start + 16.5, 1)] }]
    expect(encodeStrokes(at(5))).toEqual(encodeStrokes(at(70_000)))
  })

  it.each([
    ['a time', { t: Number.NaN }],
    ['an acceleration', { ay: Number.POSITIVE_INFINITY }],
    ['a rotation', { rz: undefined }],
    ['a number that is one', { ax: '5' }],
  ])('leaves out a sample without %s', (_, broken) => {
    const imu = [{ ...sample(1), ...broken } as ReturnType<typeof sample>, sample(20), sample(40)]
    expect(decodeStrokes(encodeStrokes([{ round: 0, gesture: 'up', imu }]))[0]?.imu.map(({ t }) => t)).toEqual([0, 20])
  })

  it('packs none', () => {
    expect(decodeStrokes(encodeStrokes([]))).toEqual([])
  })
})

it('decodeStrokes reads no other version', () => {
  const [, ...rest] = encodeStrokes([])
  expect(() => decodeStrokes(Uint8Array.from([2, ...rest]))).toThrow('version 2')
})

/** Zero has no sign in whole steps. */
function withoutMinusZero(one: ReturnType<typeof sample>): ReturnType<typeof sample> {
  return { ...one, ry: one.ry + 0 }
}
