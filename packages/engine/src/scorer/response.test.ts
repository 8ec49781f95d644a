import { describe, expect, it } from 'vitest'
import { readMembers } from '../capture.ts'
import type { GestureChallenge } from '../challenge/answer.ts'
import { enroll } from '../signature/enrollment.ts'
import { matchLogLikelihoodRatio, matchScore } from '../signature/match.ts'
import { motionSignature } from '../signature/signature.ts'
import { STATISTICS_LENGTH } from '../signature/statistics.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import { cutStrokes, strokeSignature } from '../stroke-signature/signature.ts'
import { enrollStrokes } from '../stroke-signature/template.ts'
import { scoreMotionMatch, readEnrollment, responseCapture } from './response.ts'

describe('responseCapture', () => {
  it('reads samples with acceleration and rotation', () => {
    const samples = [{ t: 20, accel: [1, 2, 3], gyro: [4, 5, 6] }]
    expect(responseCapture({ imu_sequence: { sample_rate_hz: 60, samples } })).toEqual({
      imu: [{ t: 20, ax: 1, ay: 2, az: 3, rx: 4, ry: 5, rz: 6 }],
    })
  })

  it('leaves the rotation undefined where there is none', () => {
    const { imu } = responseCapture({ imu_sequence: { samples: [{ t: 0, accel: [1, 2, 3] }] } })
    expect(imu).toEqual([{ t: 0, ax: 1, ay: 2, az: 3, rx: undefined, ry: undefined, rz: undefined }])
  })

  it('keeps the place of a sample that is garbage, so that it is counted as unusable', () => {
    expect(responseCapture({ imu_sequence: { samples: [null, 'x', { accel: 'abc' }] } }).imu).toHaveLength(3)
  })

  it('hands on poses and the tracked point', () => {
    const pose_sequence = [{ t: 0, joints: [] }]
    const camera_sequence = [{ t: 0, x: 1, y: 2 }]
    expect(responseCapture({ pose_sequence, camera_sequence })).toEqual({
      frames: pose_sequence,
      camera: camera_sequence,
    })
  })

  it.each([undefined, null, 'x', 7, [], { imu_sequence: 'x', pose_sequence: {}, camera_sequence: 1 }])(
    'finds nothing in %o',
    (response) => {
      expect(responseCapture(response)).toEqual({})
    },
  )
})

describe('readEnrollment', () => {
  const numbers = (length: number) => Array.from({ length }, (_, j) => j / length)
  const opened = { signature: { vector: numbers(128), version: 'imu-1' }, variance: numbers(128), sample_count: 3 }

  it('reads the statistics of the template', () => {
    const statistics = numbers(STATISTICS_LENGTH)
    expect(readEnrollment({ ...opened, statistics })?.template).toMatchObject({ count: 3, statistics })
  })

  it.each([[undefined], [null], [[1, 2]], ['x'], [numbers(STATISTICS_LENGTH).map(() => Number.NaN)]])(
    'does without statistics that are %j',
    (statistics) => {
      const read = readEnrollment({ ...opened, statistics })
      expect(read?.template.count).toBe(3)
      expect(read?.template).not.toHaveProperty('statistics')
    },
  )
})

describe('readMembers', () => {
  it.each([undefined, null, 'x', 7, true])('finds none in %o', (value) => {
    expect(readMembers(value)).toEqual({})
  })

  it('hands an object on as it is', () => {
    const object = { a: 1 }
    expect(readMembers(object)).toBe(object)
  })
})

const GESTURES = [
  { gesture: 'one', atMs: 0 },
  { gesture: 'other', atMs: 2500 },
]
const CHALLENGE: GestureChallenge = { version: 1, gestures: GESTURES, durationMs: 5000 }

/** Five seconds of a phone that swings and turns, each time in a rhythm of its own. */
function swing(pace: number) {
  return Array.from({ length: 251 }, (_, i) => {
    const angle = (pace * i) / 8
    const [ax, rz] = [2 * Math.sin(angle) + Math.sin(0.37 * i), 40 * Math.cos(angle)]
    return {
      t: 20 * i,
      ax,
      ay: 9.8 + Math.sin(2 * angle),
      az: 0.5 * Math.cos(0.9 * i),
      rx: 10 * Math.sin(i),
      ry: 5,
      rz,
    }
  })
}

const strokesIn = (imu: ReturnType<typeof swing>) => cutStrokes(CHALLENGE, imu).map(strokeSignature)

describe('matchMotion', () => {
  const imu = swing(1.02)
  const own = motionSignature({ imu })
  const template = enroll([motionSignature({ imu: swing(1) })])
  const strokes = enrollStrokes(strokesIn(swing(1)))
  const judged = { template, strokes, own, signed: strokesIn(imu) }

  it('adds half of what the whole says to what the strokes say', () => {
    const byStroke = matchStrokesLogLikelihoodRatio(strokes, strokesIn(imu)) as number
    const byWhole = matchLogLikelihoodRatio(template, own) as number
    expect(Math.abs(byWhole)).toBeGreaterThan(0.01)
    expect(scoreMotionMatch(judged)).toBeCloseTo(1 / (1 + Math.exp(-byStroke - byWhole / 2)), 12)
  })

  it('goes by the whole alone for an enrollment without strokes', () => {
    expect(scoreMotionMatch({ ...judged, strokes: null })).toBe(matchScore(template, own))
    expect(scoreMotionMatch({ ...judged, strokes: null })).toBeGreaterThan(0)
  })

  it.each([
    ['strokes', { strokes: { ...strokes, version: 'another' } }],
    ['a whole', { template: { ...template, version: 'another' } }],
    ['an answer', { signed: [] }],
  ])('is 0 without %s to compare', (_, missing) => {
    expect(scoreMotionMatch({ ...judged, ...missing })).toBe(0)
  })
})
