import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { measureContracts, nonsense } from './contracts.ts'

const WINDOW = Array.from({ length: 50 }, (_, i) => ({ t: i * 20, ax: 0, ay: 0, az: 9.8, rx: 0, ry: 0, rz: 0 }))
const measure = (exports: Record<string, unknown>) =>
  measureContracts({ exports, window: WINDOW, callsEach: 40, seed: 1 })

describe('measureContracts', () => {
  it('is content with functions that stand everything', () => {
    expect(measure({ calm: () => ({ score: 0, parts: [1, null] }), LIMIT: 3 })).toEqual({ calls: 40, broken: [] })
  })
  it('names what threw and what answered NaN, once each', () => {
    const { broken } = measure({
      thrower: () => {
        throw new RangeError('out')
      },
      nan: () => ({ deep: [{ score: Number.NaN }] }),
      string: () => {
        throw 'x'
      },
    })
    expect(broken).toEqual([
      { name: 'thrower', trouble: 'threw RangeError: out' },
      { name: 'nan', trouble: 'answered with NaN' },
      { name: 'string', trouble: 'threw' },
    ])
  })
  it('finds a function that trusts its input', () => {
    const trusting = (capture: { imu: { t: number }[] }) => capture.imu[0].t
    expect(measure({ trusting }).broken).toHaveLength(1)
  })
})

describe('nonsense', () => {
  it('holds odd values, known names and broken motion', () => {
    const random = seededRandom(2)
    const all = Array.from({ length: 400 }, () => nonsense(random, WINDOW))
    expect(all.some((value) => value === null)).toBe(true)
    expect(all.some((value) => typeof value === 'object' && value !== null && 'imuSamples' in value)).toBe(true)
    expect(all.some((value) => Array.isArray(value) && value.some((sample) => Number.isNaN(sample?.ax)))).toBe(true)
  })
})
