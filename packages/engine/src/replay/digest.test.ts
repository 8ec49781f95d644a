import { describe, expect, it } from 'vitest'
import { amplify, resample } from '../../test/replay-alterations.ts'
import { smoothBody, smoothMotion } from '../../test/smooth-motion.ts'
import type { Capture, ImuSample } from '../capture.ts'
import { seededRandom } from '../random.ts'
import { type ReplayDigest, replayDigest } from './digest.ts'
import { isReplay, replaySimilarity } from './similarity.ts'

function digestOf(capture: Capture): ReplayDigest {
  const digest = replayDigest(capture)
  if (digest.status !== 'ok') throw new Error(digest.reason)
  return digest
}

describe('replayDigest', () => {
  it.each([3, 8, 12, 30, 90])('fits 512 bytes and a few dozen hashes for %d s of motion', (seconds) => {
    const { bytes, hashes, version } = digestOf({ imu: smoothMotion(1, { seconds }) })
    expect(version).toBe(1)
    expect(bytes).toBeInstanceOf(Uint8Array)
    expect(bytes.length).toBeLessThanOrEqual(512)
    expect(hashes.length).toBeGreaterThan(0)
    expect(hashes.length).toBeLessThanOrEqual(48)
    expect(new Set(hashes).size).toBe(hashes.length)
    for (const hash of hashes) expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 24).toBe(true)
  })

  it('does not change with gain, mounting or a clock that starts elsewhere', () => {
    const imu = smoothMotion(2)
    const { bytes, hashes } = digestOf({ imu })
    const turned = imu.map(({ t, ax, ay, az, rx = 0, ry = 0, rz = 0 }) => ({
      t: t + 1e6,
      ax: az,
      ay: -ax,
      az: -ay,
      rx: rz,
      ry: -rx,
      rz: -ry,
    }))
    for (const copy of [amplify(imu, 2), amplify(imu, 0.5), turned]) {
      expect([...digestOf({ imu: copy }).bytes]).toEqual([...bytes])
      expect(digestOf({ imu: copy }).hashes).toEqual(hashes)
    }
  })

  it.each([25, 60, 100, 200])('knows motion again that was sampled at %d Hz', (hz) => {
    const imu = smoothMotion(3, { hz: 100 })
    const other = digestOf({ imu: resample(imu, hz, seededRandom(1)) })
    expect(isReplay(replaySimilarity(digestOf({ imu }).bytes, other.bytes).similarity)).toBe(true)
  })

  it('holds fewer series without a gyroscope, without gravity, and for a single point', () => {
    const imu = smoothMotion(4)
    const present = (capture: Capture) => digestOf(capture).bytes[2] & 15
    expect(present({ imu })).toBe(0b1111)
    expect(present({ imu: imu.map(({ t, ax, ay, az }) => ({ t, ax, ay, az })) })).toBe(0b0011)
    expect(
      present({
        imu: imu.map((sample) => ({ ...sample, ax: sample.ax / 4, ay: sample.ay / 4, az: (sample.az - 9.8) / 4 })),
      }),
    ).toBe(0b0110)
    const point = smoothBody(1).map(({ t, joints }) => ({ t, joints: [Object.values(joints)[0]] }))
    expect(present({ frames: point })).toBe(0b0001)
  })

  it('takes landmarks only where there is no usable sensor motion', () => {
    const [imu, frames] = [smoothMotion(5), smoothBody(5)]
    expect(digestOf({ imu, frames }).bytes).toEqual(digestOf({ imu }).bytes)
    expect(digestOf({ imu: [], frames }).bytes).toEqual(digestOf({ frames }).bytes)
    expect(digestOf({ frames }).bytes[1]).toBe(1)
  })

  it('notes how well the motion repeats itself', () => {
    const wave = (hz: number): ImuSample[] =>
      Array.from({ length: 401 }, (_, i) => {
        const s = i / 50
        const value = Math.sin(2 * Math.PI * hz * s) + 0.5 * Math.sin(4 * Math.PI * hz * s)
        return { t: 1000 * s, ax: value, ay: 0, az: 9.8 + 2 * value, rx: 30 * value, ry: 0, rz: 50 * value }
      })
    expect(digestOf({ imu: wave(1) }).bytes[5]).toBeGreaterThan(240)
    expect(digestOf({ imu: smoothMotion(6) }).bytes[5]).toBeLessThan(190)
  })

  const still = Array.from({ length: 400 }, (_, i) => ({ t: 20 * i, ax: 0, ay: 0, az: 9.8 }))
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty capture', {}],
    ['numbers', 7],
    ['no samples', { imu: [] }],
    ['junk samples', { imu: [null, 'x', { t: 1 }] }],
    ['two seconds', { imu: smoothMotion(1, { seconds: 2 }) }],
    ['a device at rest', { imu: still }],
    ['values that are no numbers', { imu: smoothMotion(1).map((sample) => ({ ...sample, ax: Number.NaN })) }],
    ['junk frames', { frames: [null, 3, { t: 0 }, { t: 1, joints: [] }] }],
    ['frames that do not move', { frames: smoothBody(1).map(({ t }) => ({ t, joints: [{ x: 1, y: 2 }] })) }],
    ['frames of two seconds', { frames: smoothBody(1, { seconds: 2 }) }],
    ['frames of 5 Hz', { frames: smoothBody(1, { hz: 5 }) }],
    ['huge joints', { frames: smoothBody(1).map(({ t }, i) => ({ t, joints: [{ x: 1e300 * i, y: 2 }] })) }],
  ])('says why it cannot remember %s', (_, capture) => {
    const digest = replayDigest(capture as Capture)
    expect(digest.status).toBe('insufficient')
    expect((digest as { reason: string }).reason.length).toBeGreaterThan(5)
  })
})
