import { generateChallenge, type ImuSample, seededRandom } from '@stillhere/engine'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { encodeRecording, openRecording, type RecordedMotion, sealRecording } from './recordings.ts'

const SECRETS = createSecrets(Buffer.alloc(32, 7))
const CHALLENGE = generateChallenge(seededRandom(1))

function sample(t: number, more: Partial<ImuSample> = {}): ImuSample {
  return { t, ax: 0.1, ay: -0.2, az: 9.8, rx: 1.5, ry: -2.5, rz: 0, ...more }
}

/** What comes back of samples: times, and the first channel of both streams in the engine's units. */
function readBack(imu: readonly ImuSample[]) {
  const encoded = encodeRecording(imu, CHALLENGE)
  if (!encoded) throw new Error('nothing was read')
  const { acc, gyro } = openRecording(SECRETS, sealRecording(SECRETS, encoded.text))
  const valuesOf = ({ ch, scale }: RecordedMotion['acc'], per = 1) => runningSum(ch[0]!).map((v) => (v * scale) / per)
  return {
    rateHz: encoded.rateHz,
    t: runningSum(acc.t),
    ax: valuesOf(acc),
    rx: gyro ? valuesOf(gyro, Math.PI / 180) : null,
    turnedAt: gyro ? runningSum(gyro.t) : null,
  }
}

function runningSum(differences: readonly number[]): number[] {
  let total = 0
  return differences.map((one) => (total += one))
}

describe('a recording', () => {
  it('keeps the times as they came: repeated, late and running back', () => {
    const { t } = readBack([5, 21.67, 21.67, 90.5, 80.25].map((at) => sample(at)))
    expect(t.map((at) => Number(at.toFixed(6)))).toEqual([0, 16.67, 16.67, 85.5, 75.25])
  })

  it('gives back acceleration to a thousandth and rotation to a hundredth of their units', () => {
    const { ax, rx } = readBack([sample(0, { ax: 1.2344, rx: -7.128 }), sample(16, { ax: -3.9996, rx: 360.004 })])
    expect(ax.map((one) => one.toFixed(4))).toEqual(['1.2340', '-4.0000'])
    expect(rx?.map((one) => one.toFixed(3))).toEqual(['-7.130', '360.000'])
  })

  it.each([
    ['60 Hz with a pause', [0, 16.7, 33.3, 50, 900], 60],
    ['20 Hz', [0, 50, 100], 20],
    ['times that stand still', [7, 7, 7], 0],
  ])('tells the rate of %s', (_, times, rate) => {
    expect(Math.round(readBack(times.map((at) => sample(at))).rateHz)).toBe(rate)
  })

  it('has no rotation where there was none, and only the samples that had one', () => {
    const still = { rx: undefined, ry: undefined, rz: undefined } as unknown as Partial<ImuSample>
    expect(readBack([sample(0, still), sample(16, still)]).rx).toBeNull()
    expect(readBack([sample(0, still), sample(16)]).turnedAt).toEqual([16])
  })

  it('can be of a clock that counts from 1970', () => {
    expect(readBack([sample(1_789_000_000_000), sample(1_789_000_000_016)]).t).toEqual([0, 16])
  })

  it('leaves out what is no finite number, and is none where nothing is left', () => {
    const { t } = readBack([sample(Number.NaN), sample(0), sample(16, { ay: Infinity }), sample(32, { az: 1e300 })])
    expect(t).toEqual([0])
    expect(encodeRecording([sample(Infinity)], CHALLENGE)).toBeNull()
    expect(encodeRecording([], CHALLENGE)).toBeNull()
  })

  it('is made of any samples without a fault, and holds whole numbers', () => {
    const any = fc.array(
      fc
        .dictionary(fc.constantFrom('t', 'ax', 'ay', 'az', 'rx', 'ry', 'rz'), fc.anything())
        .map((one) => one as ImuSample),
    )
    fc.assert(
      fc.property(any, (imu) => {
        const encoded = encodeRecording(imu, CHALLENGE)
        if (encoded === null) return
        const { acc, gyro } = JSON.parse(encoded.text) as RecordedMotion
        for (const { ch } of [acc, ...(gyro ? [gyro] : [])]) expect(ch.flat().every(Number.isInteger)).toBe(true)
        expect(Number.isFinite(encoded.rateHz)).toBe(true)
      }),
      { seed: 38 },
    )
  })

  it('opens under no other key', () => {
    const { text } = encodeRecording([sample(0)], CHALLENGE)!
    expect(() => openRecording(createSecrets(Buffer.alloc(32, 8)), sealRecording(SECRETS, text))).toThrow()
  })
})
