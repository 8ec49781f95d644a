import { describe, expect, it } from 'vitest'
import type { GestureChallenge } from '../challenge/answer.ts'
import { enroll } from '../signature/enrollment.ts'
import { matchLogLikelihoodRatio, matchScore } from '../signature/match.ts'
import { motionSignature } from '../signature/signature.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import { cutStrokes, strokeSignature } from '../stroke-signature/signature.ts'
import { enrollStrokes } from '../stroke-signature/template.ts'
import { matchMotion } from './response.ts'

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
    expect(matchMotion(judged)).toBeCloseTo(1 / (1 + Math.exp(-byStroke - byWhole / 2)), 12)
  })

  it('goes by the whole alone for an enrollment without strokes', () => {
    expect(matchMotion({ ...judged, strokes: null })).toBe(matchScore(template, own))
    expect(matchMotion({ ...judged, strokes: null })).toBeGreaterThan(0)
  })

  it.each([
    ['strokes', { strokes: { ...strokes, version: 'another' } }],
    ['a whole', { template: { ...template, version: 'another' } }],
    ['an answer', { signed: [] }],
  ])('is 0 without %s to compare', (_, missing) => {
    expect(matchMotion({ ...judged, ...missing })).toBe(0)
  })
})
