import { describe, expect, it, vi } from 'vitest'
import { isDenied, type MotionReading, toSample, watchPermission } from './device-motion.ts'

const full = {
  accelerationIncludingGravity: { x: 1, y: 2, z: 3 },
  rotationRate: { alpha: 4, beta: 5, gamma: 6 },
  timeStamp: 500,
} as MotionReading

describe('toSample', () => {
  it('takes alpha, beta and gamma for the rates about x, y and z', () => {
    expect(toSample(full, 501, 0)).toEqual({ t: 500, ax: 1, ay: 2, az: 3, rx: 4, ry: 5, rz: 6 })
  })

  it.each([
    [0, { ax: 1, ay: 2, rx: 4, ry: 5 }],
    [90, { ax: -2, ay: 1, rx: -5, ry: 4 }],
    [180, { ax: -1, ay: -2, rx: -4, ry: -5 }],
    [270, { ax: 2, ay: -1, rx: 5, ry: -4 }],
    [-90, { ax: 2, ay: -1, rx: 5, ry: -4 }],
  ])('turns both sensors with a screen at %d°', (angle, expected) => {
    expect(toSample(full, 501, angle)).toMatchObject({ ...expected, az: 3, rz: 6 })
  })

  it('reads gravity as pointing up the screen however the phone is turned', () => {
    // The left side lies on the table edge: x points up, and the browser turns its content by 90°.
    const onItsSide = { ...full, accelerationIncludingGravity: { x: 9.8, y: 0, z: 0 } } as MotionReading
    expect(toSample(onItsSide, 501, 90).ay).toBeCloseTo(9.8)
  })

  it.each([
    [1_767_225_600_000, 800],
    [Number.NaN, 800],
    [700, 700],
    [800 - 9_000, 800 - 9_000],
  ])('believes a stamp of %d only if it is of the same clock', (timeStamp, t) => {
    expect(toSample({ ...full, timeStamp }, 800, 0).t).toBe(t)
  })

  it.each([null, {}, { x: null, y: null, z: null }, { x: 1, y: 2, z: null }, { x: undefined, y: 2, z: 3 }])(
    'gives no number for the empty acceleration %o',
    (acceleration) => {
      const { ax, ay, az } = toSample({ ...full, accelerationIncludingGravity: acceleration as never }, 501, 0)
      expect(Number.isFinite(ax + ay + az)).toBe(false)
    },
  )

  it.each([null, {}, { alpha: null, beta: null, gamma: null }, { alpha: 1, beta: 2, gamma: null }])(
    'leaves out the incomplete rates %o',
    (rotationRate) => {
      expect(toSample({ ...full, rotationRate: rotationRate as never }, 501, 0)).toEqual({
        t: 500,
        ax: 1,
        ay: 2,
        az: 3,
      })
    },
  )
})

class Status extends EventTarget {
  state: PermissionState
  constructor(state: PermissionState) {
    super()
    this.state = state
  }
  turn(state: PermissionState): void {
    this.state = state
    this.dispatchEvent(new Event('change'))
  }
}

function pageWith(answers: Record<string, Status>) {
  const query = async ({ name }: { name: string }) => {
    const status = answers[name]
    if (!status) throw new TypeError(`${name} is unknown`)
    return status as unknown as PermissionStatus
  }
  return { navigator: { permissions: { query } } }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('is denied where one sensor is, and not where the browser says nothing', async () => {
  expect(await isDenied(pageWith({ accelerometer: new Status('granted'), gyroscope: new Status('denied') }))).toBe(true)
  expect(await isDenied(pageWith({ accelerometer: new Status('prompt') }))).toBe(false)
  expect(await isDenied({})).toBe(false)
})

it('tells once that the permission was taken back', async () => {
  const [accelerometer, gyroscope] = [new Status('granted'), new Status('granted')]
  const onRevoked = vi.fn<() => void>()
  watchPermission(pageWith({ accelerometer, gyroscope }), onRevoked)
  await settle()
  expect(onRevoked).not.toHaveBeenCalled()
  gyroscope.turn('denied')
  accelerometer.turn('denied')
  expect(onRevoked).toHaveBeenCalledOnce()
})

it('notices what was taken back while the browser was asked', async () => {
  const onRevoked = vi.fn<() => void>()
  watchPermission(pageWith({ accelerometer: new Status('denied'), gyroscope: new Status('denied') }), onRevoked)
  await settle()
  expect(onRevoked).toHaveBeenCalledOnce()
})

it('leaves a permission alone that was never asked for, and says nothing once it was stopped', async () => {
  const accelerometer = new Status('prompt')
  const onRevoked = vi.fn<() => void>()
  const stop = watchPermission(pageWith({ accelerometer }), onRevoked)
  await settle()
  stop()
  accelerometer.turn('denied')
  expect(onRevoked).not.toHaveBeenCalled()
})
