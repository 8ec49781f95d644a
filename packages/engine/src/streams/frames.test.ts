import { describe, expect, it } from 'vitest'
import { readFrames } from '../capture.ts'
import { motionSignature } from '../signature/signature.ts'

const POINT = { x: 1, y: 2, z: 3 }

describe('readFrames', () => {
  it.each([undefined, null, {}, 'frames', 7])('reads nothing of %o', (value) => {
    expect(readFrames(value)).toEqual({ isGiven: value !== undefined, isList: false, frames: [] })
  })

  it.each([[null], ['frame'], [{ t: 0 }], [{ t: '0', joints: [POINT] }], [{ t: Infinity, joints: [] }]])(
    'keeps the place of %o',
    (odd) => {
      expect(readFrames([odd, { t: 1, joints: [POINT] }]).frames).toEqual([null, { t: 1, joints: [POINT] }])
    },
  )

  it('reads joints in a list and joints by their names', () => {
    expect(readFrames([{ t: 0, joints: { 0: POINT, nose: POINT } }]).frames).toEqual([
      { t: 0, joints: { 0: POINT, nose: POINT } },
    ])
  })

  it.each([[null], [7], [{ x: 1 }], [{ x: Number.NaN, y: 1 }], [{ x: 1, y: '2' }]])(
    'keeps the place of a joint that is %o',
    (odd) => {
      expect(readFrames([{ t: 0, joints: [odd, POINT] }]).frames).toEqual([{ t: 0, joints: [null, POINT] }])
    },
  )

  it('marks a depth that is no number', () => {
    expect(readFrames([{ t: 0, joints: [{ x: 1, y: 2, z: null }] }]).frames).toEqual([
      { t: 0, joints: [{ x: 1, y: 2, z: Number.NaN }] },
    ])
  })

  it('takes a hole in a list of joints for a joint that is no point', () => {
    const joints = [POINT]
    joints[17] = POINT
    const frames = Array.from({ length: 200 }, (_, i) => ({ t: 33 * i, joints }))
    expect(motionSignature({ frames })).toMatchObject({
      status: 'insufficient',
      reason: expect.stringMatching(/unusable time or point/),
    })
  })
})
