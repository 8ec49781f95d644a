import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../capture.ts'
import { verifyContinuity } from '../continuity.ts'
import { cutStrokes } from '../stroke-signature/signature.ts'
import { type GestureChallenge, readGestures } from './answer.ts'
import { scoreChallenge } from './score.ts'

const GESTURES = [
  { gesture: 'air-letters/Z', atMs: 0 },
  { gesture: 'my own', atMs: 2000 },
  { gesture: 'air-letters/S', atMs: 4000 },
]
const CHALLENGE: GestureChallenge = { version: 1, gestures: GESTURES, durationMs: 6000 }

type Motion = (seconds: number, piece: number) => Partial<ImuSample>

/** Six seconds at 50 Hz of a phone that moves as told, piece by piece of two seconds. */
function samples(motion: Motion, startMs = 0): ImuSample[] {
  return Array.from({ length: 301 }, (_, i) => {
    const t = 20 * i
    const still = { t: startMs + t, ax: 0.001 * (i % 2), ay: 0, az: 9.8, rx: 0, ry: 0, rz: 0 }
    return { ...still, ...motion(t / 1000, Math.floor(t / 2000)) }
  })
}

const swing = (size: number) => (seconds: number) => ({ ax: size * Math.SQRT2 * Math.sin(2 * Math.PI * seconds) })
const turn = (size: number) => (seconds: number) => ({ rz: size * Math.SQRT2 * Math.sin(2 * Math.PI * seconds) })

describe('scoreChallenge of gestures with names', () => {
  it.each([
    ['swings', swing(0.55)],
    ['turns', turn((0.33 * 180) / Math.PI)],
  ])('is 1 where the phone %s in the time of each', (_, motion) => {
    expect(scoreChallenge(CHALLENGE, samples(motion))).toEqual({ value: 1, strokes: [], status: 'ok', reason: null })
  })

  it.each([
    ['swings', swing(0.45)],
    ['turns', turn((0.27 * 180) / Math.PI)],
  ])('is 0 where it %s too little', (_, motion) => {
    expect(scoreChallenge(CHALLENGE, samples(motion)).value).toBe(0)
  })

  it('adds up what moves along all three axes, none of which would do alone', () => {
    const along = (...axes: ('ax' | 'ay' | 'az')[]) =>
      samples((seconds) => Object.fromEntries(axes.map((axis) => [axis, swing(0.4)(seconds).ax])))
    expect(scoreChallenge(CHALLENGE, along('ax')).value).toBe(0)
    expect(scoreChallenge(CHALLENGE, along('ax', 'ay')).value).toBe(1)
    expect(scoreChallenge(CHALLENGE, along('ay', 'az')).value).toBe(1)
  })

  it('names all in whose time nothing moved, with a comma between', () => {
    const still = samples((seconds, piece) => (piece === 0 ? swing(2)(seconds) : {}))
    expect(scoreChallenge(CHALLENGE, still)).toEqual({
      value: expect.closeTo(0.3, 12),
      strokes: [],
      status: 'ok',
      reason: 'nothing moved in the time of my own, air-letters/S',
    })
  })

  it('names the one in whose time nothing moved, and counts the others', () => {
    const paused = samples((seconds, piece) => (piece === 1 ? {} : swing(2)(seconds)))
    const { value, reason } = scoreChallenge(CHALLENGE, paused)
    expect(value).toBeCloseTo(0.6, 12)
    expect(reason).toBe('nothing moved in the time of my own')
  })

  it('counts from the first sample, or from the start it is told', () => {
    const late = samples((seconds, piece) => (piece === 0 ? {} : swing(2)(seconds)), 50_000)
    expect(scoreChallenge(CHALLENGE, late).reason).toBe('nothing moved in the time of air-letters/Z')
    expect(scoreChallenge(CHALLENGE, late, 52_000).reason).toBe('nothing moved in the time of air-letters/S')
  })

  it('says why where the motion cannot be judged', () => {
    const short = samples(swing(2)).slice(0, 100)
    expect(scoreChallenge(CHALLENGE, short)).toMatchObject({ value: 0, status: 'insufficient' })
  })
})

describe('cutStrokes of gestures with names', () => {
  it('gives each the samples from its cue to the next', () => {
    const strokes = cutStrokes(CHALLENGE, samples(swing(2), 700))
    expect(strokes.map(({ gesture }) => gesture)).toEqual(['air-letters/Z', 'my own', 'air-letters/S'])
    expect(strokes.map(({ imu }) => [imu[0].t, imu.at(-1)?.t])).toEqual([
      [700, 2680],
      [2700, 4680],
      [4700, 6680],
    ])
  })
})

describe('readGestures', () => {
  it.each([
    ['nothing', null],
    ['strokes', { version: 1, strokes: [], durationMs: 6000 }],
    ['another version', { ...CHALLENGE, version: 2 }],
    ['no gesture', { ...CHALLENGE, gestures: [] }],
    ['more than twelve', { ...CHALLENGE, gestures: Array.from({ length: 13 }, (_, i) => ({ gesture: 'a', atMs: i })) }],
    ['a gesture without a name', { ...CHALLENGE, gestures: [{ gesture: 5, atMs: 0 }] }],
    ['a gesture without a time', { ...CHALLENGE, gestures: [{ gesture: 'a', atMs: Number.NaN }] }],
    ['a gesture that comes before the one before it', { ...CHALLENGE, gestures: GESTURES.toReversed() }],
    ['an end at its last cue', { ...CHALLENGE, durationMs: 4000 }],
    ['no end', { ...CHALLENGE, durationMs: '6000' }],
  ])('takes no challenge of %s', (_, challenge) => {
    expect(readGestures(challenge)).toBeNull()
  })

  it('takes up to twelve', () => {
    const gestures = Array.from({ length: 12 }, (_, i) => ({ gesture: 'a', atMs: i }))
    expect(readGestures({ ...CHALLENGE, gestures })).toHaveLength(12)
  })
})

it('a page that draws its own challenge gets nothing for gestures, which are easier than strokes', () => {
  const imuSamples = samples(swing(2))
  const challengeResults = [{ challenge: CHALLENGE as never, from: 0, to: 6000 }]
  const { evidence } = verifyContinuity({ imuSamples, challengeResults })
  expect(evidence.find(({ engineId }) => engineId === 'EE-003')?.value).toBe(0)
})
