import { describe, expect, it } from 'vitest'
import { listEntries, readCamera, readCapture, readFrames, readImu } from './capture.ts'
import { motionSignature } from './signature/signature.ts'

describe('readCapture', () => {
  it.each([undefined, null, 7, 'capture', [], {}])('finds no stream given in %o', (value) => {
    const { imu, frames, camera } = readCapture(value)
    expect([imu.isGiven, frames.isGiven, camera.isGiven]).toEqual([false, false, false])
  })

  it('knows a stream that was given and is no list', () => {
    const { imu, frames, camera } = readCapture({ imu: 7, frames: null, camera: {} })
    expect([imu.isGiven, frames.isGiven, camera.isGiven]).toEqual([true, true, true])
    expect([imu.given.length, frames.frames.length, camera.samples.length]).toEqual([0, 0, 0])
  })

  it('reads each stream by its own reader', () => {
    const streams = readCapture({
      imu: [{ t: 0, ax: 0, ay: 0, az: 9.8 }],
      frames: [{ t: 0, joints: [] }],
      camera: [{ t: 0, x: 0, y: 0 }],
    })
    expect(streams.imu.samples).toHaveLength(1)
    expect(streams.frames.frames).toEqual([{ t: 0, joints: [] }])
    expect(streams.camera.samples).toEqual([{ t: 0, x: 0, y: 0 }])
  })
})

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

const sample = (t: unknown, more: object = {}) => ({ t, ax: 0, ay: 0, az: 9.8, ...more })
const TURNING = { rx: 1, ry: 2, rz: 3 }

describe('readImu', () => {
  it.each([
    ['nothing', undefined, false, true],
    ['null', null, true, true],
    ['an empty list', [], true, true],
    ['an object', {}, true, false],
    ['a number', 7, true, false],
    ['a list', [null], true, false],
  ])('tells %s from other things that hold no sample', (_, value, isGiven, isEmpty) => {
    expect(readImu(value)).toMatchObject({ isGiven, isEmpty, samples: [], rotations: 0, firstMs: null })
  })

  it.each([
    [null],
    ['sample'],
    [sample('0')],
    [sample(Number.NaN)],
    [sample(0, { ax: '1' })],
    [sample(0, { ay: undefined })],
    [sample(0, { az: 1000.1 })],
  ])('counts %o among the entries and not among the samples', (odd) => {
    const readable = sample(20)
    expect(readImu([odd, readable])).toMatchObject({ unreadable: 1, samples: [readable] })
  })

  it('hands on a readable sample itself, without a copy', () => {
    const list = [sample(0, TURNING), sample(20)]
    readImu(list).samples.forEach((read, i) => expect(read).toBe(list[i]))
  })

  it('keeps a rotation only whole, and counts it also beside an unreadable acceleration', () => {
    const { samples, rotations } = readImu([
      sample(0, { ...TURNING, rz: 20_001 }),
      sample(20, TURNING),
      sample(40, { ...TURNING, ax: null }),
    ])
    expect(samples).toEqual([sample(0), sample(20, TURNING)])
    expect(rotations).toBe(2)
  })

  it('finds the first time even where the rest of the entry is unreadable', () => {
    expect(readImu([null, { t: 'x' }, { t: 5 }, sample(20)]).firstMs).toBe(5)
  })

  it('reads the newest 120,000 entries, and knows of the others', () => {
    const list = Array.from({ length: 120_002 }, (_, i) => sample(i))
    const { given, unreadable, samples, firstMs } = readImu(list)
    expect([given.length, unreadable, samples.length, samples[0].t, firstMs]).toEqual([120_002, 0, 120_000, 2, 0])
  })
})

describe('listEntries', () => {
  it('lists objects as they were given, readable or not', () => {
    const odd = { t: 'x' }
    expect(listEntries(readImu([null, odd, 7, sample(0)]))).toEqual([odd, sample(0)])
  })
})
