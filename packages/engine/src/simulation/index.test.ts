import { describe, expect, it } from 'vitest'
import { oddCapture } from '../../test/odd-captures.ts'
import type { Capture } from '../capture.ts'
import { generateChallenge } from '../challenge/challenge.ts'
import { seededRandom } from '../random.ts'
import { strokesOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { isSimulated, measureSimulation } from './index.ts'

const scanOf = (seed: number) => {
  const random = seededRandom(seed)
  return strokesOf(syntheticPerson(seed), generateChallenge(random).strokes, random)
}
const scans = Array.from({ length: 20 }, (_, seed) => scanOf(seed))

describe('isSimulated', () => {
  it('sees at least nine of ten scans of made-up people', () => {
    expect(scans.filter((imu) => isSimulated({ imu })).length).toBeGreaterThanOrEqual(18)
  })
  it('accuses nobody of too little motion, or of a phone without a gyroscope', () => {
    const [scan] = scans
    const brief = scan.filter(({ t }) => t < 3_000)
    const withoutTurning = scan.map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    for (const imu of [[], brief, withoutTurning]) {
      expect(measureSimulation({ imu })).toBeNull()
      expect(isSimulated({ imu })).toBe(false)
    }
  })
})

describe('measureSimulation', () => {
  it('is not raised by times that are moved about', () => {
    const random = seededRandom(7)
    for (const imu of scans.slice(0, 5)) {
      const isBetween = (i: number) => i > 0 && i < imu.length - 1
      const moved = imu.map((sample, i) => (isBetween(i) ? { ...sample, t: sample.t + 7 * (random() - 0.5) } : sample))
      expect(measureSimulation({ imu: moved })).toBeLessThanOrEqual((measureSimulation({ imu }) ?? 0) + 1e-9)
    }
  })
  it('is a number or null of whatever is sent', () => {
    const random = seededRandom(8)
    for (let i = 0; i < 100; i++) {
      const margin = measureSimulation(oddCapture(random) as Capture)
      expect(margin === null || Number.isFinite(margin)).toBe(true)
    }
  })
})
