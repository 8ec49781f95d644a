import { describe, expect, it } from 'vitest'
import { type CameraSample, type ImuSample, readCamera, readImu } from '../capture.ts'
import { listCommonStreams, cuts } from './streams.ts'

const imuFor = (ms: number, start = 0): ImuSample[] =>
  Array.from({ length: ms / 20 + 1 }, (_, i) => ({
    t: start + 20 * i,
    ax: Math.sin(i / 5),
    ay: 0,
    az: 9.81,
    rx: 10,
    ry: 0,
    rz: 0,
  }))
const cameraFor = (ms: number, start = 0): CameraSample[] =>
  Array.from({ length: ms / 40 + 1 }, (_, k) => ({ t: start + 40 * k, x: k, y: 0, z: 2 }))

function windowsOf(imu: ImuSample[], camera: CameraSample[]) {
  const streams = listCommonStreams(readImu(imu), readCamera(camera))
  if (streams.status !== 'ok') throw new Error(streams.reason)
  return streams.windows
}

describe('commonStreams', () => {
  it('puts the frames on the sensor’s grid', () => {
    const [window] = windowsOf(imuFor(3000, 5000), cameraFor(3000, 5000))
    expect(window.n).toBe(151)
    expect(window.frames.t.slice(0, 3)).toEqual(Float64Array.of(0, 2, 4))
    expect(window.frames.columns[0][2]).toBe(2)
  })

  it('compares only the stretch that both have', () => {
    const [window] = windowsOf(imuFor(4000), cameraFor(2400, 1000))
    expect(window.n).toBe(121)
    expect(window.frames.t[0]).toBe(0)
    const [later] = windowsOf(imuFor(3000, 1000), cameraFor(3000))
    expect(later.n).toBe(101)
    expect(later.frames.columns[0][0]).toBe(25)
  })

  it('gives four base vectors and the turning speed with a gyroscope, one without', () => {
    const [window] = windowsOf(imuFor(2000), cameraFor(2000))
    expect(window.base).toHaveLength(4)
    expect(window.turning?.[3]).toBeCloseTo((10 * Math.PI) / 180, 9)
    const plain = imuFor(2000).map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    const [without] = windowsOf(plain, cameraFor(2000))
    expect(without.base).toHaveLength(1)
    expect(without.turning).toBeNull()
  })

  it('parts a long capture, and every part has its frames timed from its own start', () => {
    const windows = windowsOf(imuFor(10_000), cameraFor(10_000))
    expect(windows).toHaveLength(3)
    expect(windows.reduce((total, { n }) => total + n, 0)).toBe(501)
    for (const { frames, n } of windows) {
      expect(frames.t[0]).toBeGreaterThan(-2.1)
      expect(frames.t[0]).toBeLessThanOrEqual(0)
      expect(frames.t.at(-1)).toBeGreaterThanOrEqual(n - 1)
      expect(frames.t.at(-1)).toBeLessThan(n + 2)
    }
  })

  it('gives the velocity of a point one meter along each axis of a sensor that turns about its third', () => {
    const turned = imuFor(2000).map((sample) => ({ ...sample, rx: 0, rz: 90 }))
    const [{ base, n }] = windowsOf(turned, cameraFor(2000))
    // Central differences of a circle of radius 1 m at π/2 rad/s, two steps of 1/50 s apart.
    const speed = 50 * Math.sin(Math.PI / 2 / 50)
    for (const [k, expected] of [speed, speed, 0].entries())
      for (const i of [1, 50, n - 2]) expect(Math.hypot(...base[k + 1].map((axis) => axis[i]))).toBeCloseTo(expected, 9)
  })

  describe.each(['ax', 'ay', 'az'] as const)('where only %s moves', (axis) => {
    const RESTING = { ax: 0, ay: 0, az: 9.81 }

    /** Trembles but for half a second around a sample, alike before and after it. */
    const restingAt = (rest: number) =>
      imuFor(8000).map((sample, i) => ({
        ...sample,
        ...RESTING,
        [axis]: RESTING[axis] + (Math.abs(i - rest) > 12 ? Math.cos(i - rest) : 1),
      }))

    it.each([224, 225, 226])('cuts in the middle of a rest at %d, and the frames reach just over the cut', (rest) => {
      const [before, after] = windowsOf(restingAt(rest), cameraFor(8000))
      expect(Math.abs(before.n - rest)).toBeLessThanOrEqual(1)
      expect(before.n + after.n).toBe(401)
      const last = before.frames.t.at(-1) as number
      expect([last >= before.n - 1, last <= before.n + 1]).toEqual([true, true])
      expect([after.frames.t[0] <= 0, after.frames.t[0] > -2]).toEqual([true, true])
    })
  })

  it.each([
    ['there are no motion samples', [], cameraFor(3000)],
    ['there are no camera samples', imuFor(3000), []],
    ['camera and sensor share less than 1.5 s', imuFor(3000), cameraFor(3000, 1600)],
    [
      'without gravity in the acceleration the vertical is unknown',
      imuFor(3000).map((s) => ({ ...s, az: 0.1 })),
      cameraFor(3000),
    ],
  ])('says that %s', (reason, imu, camera) => {
    expect(listCommonStreams(readImu(imu), readCamera(camera))).toEqual({ status: 'insufficient', reason })
  })

  it('accepts exactly 1.5 s in common', () => {
    expect(listCommonStreams(readImu(imuFor(3000)), readCamera(cameraFor(3000, 1500))).status).toBe('ok')
    expect(listCommonStreams(readImu(imuFor(3000)), readCamera(cameraFor(3000, 1520))).status).toBe('insufficient')
  })
})

describe('cuts', () => {
  it.each([
    [319, 1],
    [320, 2],
    [479, 2],
    [480, 3],
  ])('parts %d samples in %d', (n, parts) => {
    expect(cuts(new Float64Array(n), { from: 0, to: n })).toHaveLength(parts)
  })

  it('cuts at the quietest moment near the even place', () => {
    const lively = new Float64Array(400).fill(1)
    lively[230] = 0.5
    lively[100] = 0.1
    expect(cuts(lively, { from: 0, to: 400 })).toEqual([
      { from: 0, to: 230 },
      { from: 230, to: 400 },
    ])
  })

  it.each([
    [159, 200],
    [160, 160],
    [239, 239],
    [240, 200],
  ])('looks from 0.8 s before the even place to just before 0.8 s after it: quiet at %d, cut at %d', (quiet, place) => {
    const lively = new Float64Array(400).fill(1)
    lively[quiet] = 0
    expect(cuts(lively, { from: 0, to: 400 })[0].to).toBe(place)
  })

  it('cuts at the even place where all is alike', () => {
    expect(cuts(new Float64Array(500), { from: 100, to: 500 })[0]).toEqual({ from: 100, to: 300 })
  })
})
