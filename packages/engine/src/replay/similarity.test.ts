import { describe, expect, it } from 'vitest'
import { ALTERATIONS, cutPart } from '../../test/replay-alterations.ts'
import { smoothBody, smoothMotion, steadyWalk } from '../../test/smooth-motion.ts'
import type { Capture } from '../capture.ts'
import { seededRandom } from '../random.ts'
import { REPLAY } from './comparison.ts'
import { replayDigest } from './digest.ts'
import {
  listEvidenceFeatures,
  isReplay,
  computeReplayDistance,
  replaySimilarity,
  computeSimilarity,
} from './similarity.ts'

function bytesOf(capture: Capture): Uint8Array {
  const digest = replayDigest(capture)
  if (digest.status !== 'ok') throw new Error(digest.reason)
  return digest.bytes
}

const ORIGINAL = smoothMotion(1)
const STORED = bytesOf({ imu: ORIGINAL })

describe('replaySimilarity', () => {
  it.each(Object.entries(ALTERATIONS))('knows a copy again that was changed by: %s', (_, alter) => {
    for (const seed of [1, 2, 3]) {
      const copy = bytesOf({ imu: alter(ORIGINAL, seededRandom(seed)) })
      expect(isReplay(replaySimilarity(STORED, copy).similarity)).toBe(true)
    }
  })

  it('does not know other motion', () => {
    for (let seed = 2; seed < 30; seed++) {
      const other = bytesOf({ imu: smoothMotion(seed) })
      expect(isReplay(replaySimilarity(STORED, other).similarity)).toBe(false)
    }
  })

  it('tells the same steps from other steps of the same walker', () => {
    const walk = steadyWalk(1, 1)
    const stored = bytesOf({ imu: walk })
    for (let seed = 2; seed < 12; seed++) {
      const laterSteps = bytesOf({ imu: steadyWalk(1, seed) })
      expect(isReplay(replaySimilarity(stored, laterSteps).similarity)).toBe(false)
      const part = cutPart(walk, 0.04 * seed, 0.6)
      expect(isReplay(replaySimilarity(stored, bytesOf({ imu: part })).similarity)).toBe(true)
    }
  })

  it('says where the part begins and how long both run together', () => {
    const part = bytesOf({ imu: cutPart(ORIGINAL, 0.25, 0.5) })
    const found = replaySimilarity(STORED, part)
    expect(Math.abs(found.offsetMs - 2000)).toBeLessThanOrEqual(80)
    expect(found.overlapMs).toBeGreaterThan(3000)
    expect(found.overlapMs).toBeLessThanOrEqual(4040)
    const turned = replaySimilarity(part, STORED)
    expect(Math.abs(turned.offsetMs + 2000)).toBeLessThanOrEqual(120)
  })

  it('says how much slower the copy was played', () => {
    const slower = ORIGINAL.map((sample) => ({ ...sample, t: 1.03 * sample.t }))
    const copy = bytesOf({ imu: slower })
    expect(replaySimilarity(STORED, copy).warp).toBeCloseTo(1 / 1.03, 1)
    expect(replaySimilarity(STORED, copy).warp * replaySimilarity(copy, STORED).warp).toBeCloseTo(1, 12)
    expect(replaySimilarity(STORED, copy).warp).toBeLessThan(1)
  })

  it('is the same in both directions', () => {
    for (const seed of [1, 5, 9]) {
      const other = bytesOf({ imu: smoothMotion(seed, { seconds: 6 }) })
      expect(replaySimilarity(STORED, other).similarity).toBe(replaySimilarity(other, STORED).similarity)
      expect(computeReplayDistance(STORED, other)).toBe(1 - replaySimilarity(STORED, other).similarity)
    }
  })

  it('is the same in both directions for captures of one length, and places one in the other accordingly', () => {
    for (const seed of [2, 3, 4]) {
      const slower = smoothMotion(1, { seconds: 10 }).map((sample) => ({ ...sample, t: 1.03 * sample.t }))
      const later = cutPart(slower, 0.05 * seed, 0.8 / 1.03)
      const other = bytesOf({ imu: later })
      const [found, turned] = [replaySimilarity(STORED, other), replaySimilarity(other, STORED)]
      expect(turned.similarity).toBe(found.similarity)
      expect(found.warp).not.toBe(1)
      expect(turned.warp).toBeCloseTo(1 / found.warp, 12)
      expect(turned.offsetMs).toBeCloseTo(-found.offsetMs / found.warp, 6)
      expect(turned.overlapMs).toBeCloseTo(found.overlapMs / found.warp, 6)
      expect(Math.abs(found.offsetMs)).toBeGreaterThan(500)
    }
  })

  it('is highest for the digest itself', () => {
    const itself = replaySimilarity(STORED, STORED)
    expect(itself.similarity).toBeGreaterThan(0.99)
    expect(itself).toMatchObject({ offsetMs: 0, warp: 1 })
    expect(computeReplayDistance(STORED, STORED)).toBeLessThan(0.01)
  })

  it('knows bodies in front of a camera again, and only the same movement', () => {
    const frames = smoothBody(1)
    const stored = bytesOf({ frames })
    const moved = frames.slice(60).map(({ t, joints }) => ({
      t: 1.02 * (t - 2000),
      joints: Object.values(joints).map(({ x, y, z = 0 }) => ({ x: 3 - 1.3 * y, y: 1.3 * x, z: 1.3 * z })),
    }))
    expect(isReplay(replaySimilarity(stored, bytesOf({ frames: moved })).similarity)).toBe(true)
    for (let seed = 2; seed < 8; seed++)
      expect(isReplay(replaySimilarity(stored, bytesOf({ frames: smoothBody(seed) })).similarity)).toBe(false)
  })

  it('is 0 for what cannot be compared', () => {
    const body = bytesOf({ frames: smoothBody(1) })
    const garbage = [new Uint8Array(0), new Uint8Array(100), STORED.subarray(1), STORED.with(0, 9), null, 'x', [1, 2]]
    for (const other of [body, ...(garbage as Uint8Array[])]) {
      expect(replaySimilarity(STORED, other)).toEqual({ similarity: 0, offsetMs: 0, overlapMs: 0, warp: 1 })
      expect(replaySimilarity(other, STORED).similarity).toBe(0)
      expect(computeReplayDistance(other, other === body ? STORED : other)).toBe(1)
    }
  })
})

describe('evidenceFeatures', () => {
  const evidence = { whole: 0.6, repetition: 0.8, sensors: 'full', overlapMs: 8000, offsetMs: 0, warp: 1 } as const

  it('are what the correlations tell, and the length of the overlap against four seconds', () => {
    const [whole, repetition, overlap] = listEvidenceFeatures(evidence)
    expect(whole).toBeCloseTo(-Math.log(0.64), 12)
    expect(repetition).toBeCloseTo(-Math.log(0.36), 12)
    expect(overlap).toBeCloseTo(Math.log(2), 12)
  })

  it('count a negative correlation as none and a perfect one as nearly perfect', () => {
    expect(listEvidenceFeatures({ ...evidence, whole: -0.5 })[0]).toBeCloseTo(0, 12)
    expect(listEvidenceFeatures({ ...evidence, whole: 1 })[0]).toBeCloseTo(-Math.log(1 - 0.999 ** 2), 9)
  })
})

describe('computeSimilarity', () => {
  const parameters = {
    ...REPLAY,
    weights: [2, -1, 3],
    bias: 0.5,
    allowances: { full: 0, acceleration: 1, partial: -2, landmarks: 0.25 },
  }
  const evidence = { whole: 0.6, repetition: 0.8, overlapMs: 8000, offsetMs: 0, warp: 1 }
  const sum = 0.5 - 2 * Math.log(0.64) + Math.log(0.36) + 3 * Math.log(2)

  it.each([
    ['full', sum],
    ['acceleration', sum - 1],
    ['partial', sum + 2],
    ['landmarks', sum - 0.25],
  ] as const)('is the logistic of the weighted evidence less what the sensors take off: %s', (sensors, logit) => {
    expect(computeSimilarity({ ...evidence, sensors }, parameters)).toBeCloseTo(1 / (1 + Math.exp(-logit)), 12)
  })
})

describe('isReplay', () => {
  it('begins at the learned threshold', () => {
    expect(isReplay(REPLAY.threshold)).toBe(true)
    expect(isReplay(REPLAY.threshold - 1e-9)).toBe(false)
    expect(isReplay(Number.NaN)).toBe(false)
  })
})
