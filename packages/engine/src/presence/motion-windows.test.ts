import { describe, expect, it } from 'vitest'
import { readCapture, readImu } from '../capture.ts'
import { selectPresenceMotion, splitWindows } from './motion-windows.ts'

const motion = (n: number) => ({
  status: 'ok' as const,
  n,
  channels: Float64Array.from({ length: 6 * n }, (_, i) => i),
  hasGyro: true,
  hasGravity: false,
  sourceHz: 50,
  dropped: 0,
  startMs: 0,
})

describe('windowsOfMotion', () => {
  it.each([200, 400, 425])('takes up to eight and a half seconds as they are: %d points', (n) => {
    const whole = motion(n)
    expect(splitWindows(whole)).toEqual([{ channels: whole.channels, n, hasGravity: false }])
  })
  it('cuts more into windows that begin at the start and end at the end', () => {
    const windows = splitWindows(motion(1000))
    expect(windows.map(({ n }) => n)).toEqual([400, 400, 400, 400])
    expect(windows.map(({ channels }) => channels[0])).toEqual([0, 200, 400, 600])
    expect(windows.at(-1)?.channels[399]).toBe(999)
    expect(windows.at(-1)?.channels[6 * 400 - 1]).toBe(5999)
  })
  it('spreads fourteen windows over an hour', () => {
    const starts = splitWindows(motion(180_000)).map(({ channels }) => channels[0])
    expect(starts).toHaveLength(14)
    expect([starts[0], starts[13]]).toEqual([0, 179_600])
  })
  it.each([
    [426, [0, 26]],
    [600, [0, 200]],
    [601, [0, 101, 201]],
  ])('begins windows at most four seconds apart: of %d points at %j', (n, starts) => {
    expect(splitWindows(motion(n)).map(({ channels }) => channels[0])).toEqual(starts)
  })
})

describe('presenceMotion', () => {
  const samples = Array.from({ length: 300 }, (_, i) => ({ t: 20 * i, ax: Math.sin(i), ay: 0, az: 9.81 }))
  it('refuses motion without a gyroscope and says so', () => {
    expect(selectPresenceMotion(readImu(samples), 4000)).toMatchObject({
      status: 'insufficient',
      reason: expect.stringContaining('gyroscope'),
    })
  })
  it('takes motion with both sensors', () => {
    const imu = samples.map((sample, i) => ({ ...sample, rx: 20 * Math.cos(i), ry: 0, rz: 0 }))
    expect(selectPresenceMotion(readImu(imu), 4000)).toMatchObject({ status: 'ok', n: 300 })
    expect(selectPresenceMotion(readImu(imu), 8000)).toMatchObject({ status: 'insufficient' })
  })
  it.each([
    ['turned by nine degrees a second and pushed a little', 9, 0.9, 'insufficient'],
    ['turned by eleven degrees a second', 11, 0, 'ok'],
    ['pushed by 1.1 m/s² and hardly turned', 0.1, 1.1, 'ok'],
  ])('of a phone that is %s is %4$s', (_, degrees, push, status) => {
    const imu = samples.map(({ t }, i) => {
      const side = i % 2 === 0 ? 1 : -1
      return { t, ax: push * side, ay: 0, az: 9.81, rx: degrees * side, ry: 0, rz: 0 }
    })
    expect(selectPresenceMotion(readImu(imu), 4000).status).toBe(status)
  })
  it.each([null, undefined, {}])('says that %j has no samples', (capture) => {
    expect(selectPresenceMotion(readCapture(capture).imu, 4000)).toMatchObject({
      status: 'insufficient',
      reason: 'there are no motion samples',
    })
  })
})
