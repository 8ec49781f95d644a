import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type PerformedStroke, performSamples, thereAndBack } from '../../test/performed-strokes.ts'
import type { ImuSample } from '../capture.ts'
import { seededRandom } from '../random.ts'
import { computeAngle, type Challenge, type CommandedStroke, type Direction, generateChallenge } from './challenge.ts'
import { glanceStrokes, scoreChallenge } from './score.ts'

// Whole captures are computed; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const CHALLENGE: Challenge = {
  version: 1,
  strokes: (['up', 'left', 'down-right', 'right', 'up-left', 'down'] satisfies Direction[]).map((direction, i) => {
    return { direction, atMs: 1000 + 2500 * i }
  }),
  durationMs: 15_500,
}

/** The same strokes, so many milliseconds from cue to cue. */
function atPace(gapMs: number): Challenge {
  const strokes = CHALLENGE.strokes.map(({ direction }, i) => ({ direction, atMs: 1000 + gapMs * i }))
  return { ...CHALLENGE, strokes, durationMs: 1000 + gapMs * 5 + 2000 }
}

type Way = {
  reactionMs?: number
  hz?: number
  pitch?: number
  angle?: (angle: number, i: number) => number
  noise?: number
  comesBack?: boolean
}

/** Six constructed strokes, each a reaction time after its cue, there and back as they were asked for before, or end to end. */
function answer(
  challenge: Challenge,
  { reactionMs = 380, hz = 60, pitch = 0.5, angle = (a) => a, noise = 0.1, comesBack = true }: Way = {},
) {
  const strokes = challenge.strokes.flatMap(({ direction, atMs }, i) => {
    const onsetMs = atMs + reactionMs
    const stroke = { onsetMs, durationMs: 560, angle: angle(computeAngle(direction), i), distanceM: 0.2 }
    return comesBack ? thereAndBack(stroke, 150) : [stroke]
  })
  return performSamples({ strokes, durationMs: challenge.durationMs, hz, pitch, noise, random: seededRandom(1) })
}

function without(samples: readonly ImuSample[], place: number): ImuSample[] {
  const from = CHALLENGE.strokes[place].atMs
  return samples.map((sample) =>
    sample.t > from && sample.t < from + 2500 ? { ...sample, ...at(samples, 500) } : sample,
  )
}

function at(samples: readonly ImuSample[], t: number) {
  const { ax, ay, az } = samples.find((sample) => sample.t >= t) as ImuSample
  return { ax, ay, az }
}

const tenths = (value: number) => Math.round(value * 10) / 10
const rounded = (samples: readonly ImuSample[]) =>
  samples.map(({ t, ax, ay, az }) => ({ t, ax: tenths(ax), ay: tenths(ay), az: tenths(az) }))
const outcomes = (samples: readonly ImuSample[], challenge = CHALLENGE) =>
  scoreChallenge(challenge, samples, 0).strokes.map(({ outcome }) => outcome)

describe('scoreChallenge of a willing person', () => {
  it('is 1 without a reason for the commanded strokes', () => {
    expect(scoreChallenge(CHALLENGE, answer(CHALLENGE))).toMatchObject({ value: 1, status: 'ok', reason: null })
    expect(scoreChallenge(CHALLENGE, answer(CHALLENGE)).strokes[0].onsetMs).toBeCloseTo(380, -1.9)
  })
  it.each([50, 60, 100])('is 1 at %d Hz, with values as browsers round them', (hz) => {
    expect(scoreChallenge(CHALLENGE, rounded(answer(CHALLENGE, { hz }))).value).toBe(1)
  })
  it.each([0, 0.4, 0.8, 1.2, 1.5, 1.65])('is 1 with the phone raised by %d rad', (pitch) => {
    expect(scoreChallenge(CHALLENGE, answer(CHALLENGE, { pitch })).value).toBe(1)
  })
  it('is 1 for either sign of gravity', () => {
    const turned = answer(CHALLENGE).map(({ t, ax, ay, az }) => ({ t, ax: -ax, ay: -ay, az: -az }))
    expect(scoreChallenge(CHALLENGE, turned).value).toBe(1)
  })
  it('is the same with a gyroscope', () => {
    const samples = answer(CHALLENGE).map((sample) => ({ ...sample, rx: sample.t % 7, ry: 3, rz: -sample.ax }))
    expect(scoreChallenge(CHALLENGE, samples)).toEqual(scoreChallenge(CHALLENGE, answer(CHALLENGE)))
  })
  it.each([160, 300, 600, 880])('is 1 with a reaction of %d ms', (reactionMs) => {
    expect(scoreChallenge(CHALLENGE, answer(CHALLENGE, { reactionMs })).value).toBe(1)
  })
  it('is 1 for someone slow who is still on the way back when the next cue comes', () => {
    const slow = atPace(2000)
    const moves = slow.strokes.flatMap(({ direction, atMs }) =>
      thereAndBack({ onsetMs: atMs + 600, durationMs: 900, angle: computeAngle(direction), distanceM: 0.25 }, 200),
    )
    const samples = performSamples({
      strokes: moves,
      durationMs: 13_000,
      hz: 60,
      noise: 0.1,
      random: seededRandom(1),
    })
    expect(scoreChallenge(slow, samples).value).toBe(1)
  })
  it('is 1 for strokes end to end, as close as a challenge may ask for them', () => {
    const quick = atPace(1100)
    expect(scoreChallenge(quick, answer(quick, { comesBack: false })).value).toBe(1)
  })
  it('counts from startMs, or from the first readable sample', () => {
    const shifted = answer(CHALLENGE).map((sample) => ({ ...sample, t: sample.t + 7000 }))
    expect(scoreChallenge(CHALLENGE, shifted).value).toBe(1)
    expect(scoreChallenge(CHALLENGE, shifted, 7000).value).toBe(1)
    expect(scoreChallenge(CHALLENGE, shifted, 0).value).toBeLessThan(1)
    expect(scoreChallenge(CHALLENGE, shifted, Number.NaN).value).toBe(1)
    const broken = [{ ...shifted[0], t: Number.NaN }, null as unknown as ImuSample, ...shifted]
    expect(scoreChallenge(CHALLENGE, broken).value).toBe(1)
  })
  it('is 1 with one unclear stroke, and says nothing against it', () => {
    const samples = answer(CHALLENGE, { angle: (angle, i) => (i === 2 ? angle + 0.47 : angle) })
    expect(outcomes(samples)).toEqual(['clear', 'clear', 'unclear', 'clear', 'clear', 'clear'])
    expect(scoreChallenge(CHALLENGE, samples)).toMatchObject({ value: 1, reason: null })
  })
})

describe('scoreChallenge of an incomplete answer', () => {
  it('is 0.9 of the share of clear strokes where one is missing', () => {
    const score = scoreChallenge(CHALLENGE, without(answer(CHALLENGE), 3))
    expect(score.value).toBeCloseTo((0.9 * 5) / 6, 12)
    expect(score.reason).toBe('stroke 4 (right) nothing that moves like a stroke followed the cue')
  })
  it('takes off one clear stroke for a wrong one', () => {
    const score = scoreChallenge(
      CHALLENGE,
      answer(CHALLENGE, { angle: (angle, i) => (i === 1 ? angle + Math.PI : angle) }),
    )
    expect(score.value).toBeCloseTo((0.9 * 4) / 6, 12)
    expect(score.reason).toBe('stroke 2 (left) went right instead')
  })
  it('counts two unclear strokes half each', () => {
    const samples = answer(CHALLENGE, { angle: (angle, i) => angle + (i === 2 ? 0.47 : i === 4 ? -0.47 : 0) })
    expect(outcomes(samples).filter((outcome) => outcome === 'unclear')).toHaveLength(2)
    const score = scoreChallenge(CHALLENGE, samples)
    expect(score.value).toBeCloseTo((0.9 * 5) / 6, 12)
    expect(score.reason).toMatch(/^stroke 3 \(down-right\) went between .*; stroke 5 \(up-left\) went between /)
  })
  it('does not forgive a missing stroke together with an unclear one', () => {
    const samples = without(answer(CHALLENGE, { angle: (angle, i) => (i === 2 ? angle + 0.47 : angle) }), 5)
    expect(scoreChallenge(CHALLENGE, samples).value).toBeCloseTo((0.9 * 4.5) / 6, 12)
  })
  it('misses what came after the samples ended', () => {
    const samples = answer(CHALLENGE).filter(({ t }) => t < 9000)
    expect(outcomes(samples)).toEqual(['clear', 'clear', 'clear', 'missing', 'missing', 'missing'])
  })
  it('misses what happened in a gap', () => {
    const samples = answer(CHALLENGE).filter(({ t }) => t < 3500 || t > 4500)
    expect(outcomes(samples)).toEqual(['missing', 'missing', 'clear', 'clear', 'clear', 'clear'])
  })
})

const GRAVITY = { ax: 0, ay: 4.7, az: 8.6 }
const timeline = Array.from({ length: 931 }, (_, i) => (i * 1000) / 60)
const made = (strokes: readonly PerformedStroke[]) =>
  performSamples({ strokes, durationMs: 15_500, hz: 60, pitch: 0.5, noise: 0.1, random: seededRandom(2) })
const onCue = (way: (onsetMs: number) => PerformedStroke[]) =>
  made(CHALLENGE.strokes.flatMap(({ atMs }) => way(atMs + 350)))
const swinging = (hz: number, phase: number) =>
  timeline.map((t) => {
    const swing = (add: number) => 5 * Math.sin((2 * Math.PI * hz * t) / 1000 + add)
    return { t, ax: GRAVITY.ax + swing(0), ay: GRAVITY.ay + swing(phase), az: GRAVITY.az + swing(phase) }
  })

describe('scoreChallenge of an attack', () => {
  it.each([
    ['mirrored left and right', answer(CHALLENGE, { angle: (angle) => Math.PI - angle })],
    ['mirrored up and down', answer(CHALLENGE, { angle: (angle) => -angle })],
    ['the opposite of everything', answer(CHALLENGE, { angle: (angle) => angle + Math.PI })],
    ['turned by an eighth', answer(CHALLENGE, { angle: (angle) => angle + Math.PI / 4 })],
    ['in reverse order', answer(CHALLENGE, { angle: (_, i) => computeAngle(CHALLENGE.strokes[5 - i].direction) })],
    ['always to the left', answer(CHALLENGE, { angle: () => Math.PI })],
    [
      'a volley in all directions',
      onCue((t) =>
        [0, 3, 6, 1, 4, 7, 2, 5].map((k, i) => ({
          onsetMs: t + 100 * i,
          durationMs: 100,
          angle: (k * Math.PI) / 4,
          distanceM: 0.03,
        })),
      ),
    ],
    [
      'three quick strokes',
      onCue((t) =>
        [0, 3, 6].map((k, i) => ({ onsetMs: t + 320 * i, durationMs: 320, angle: (k * Math.PI) / 4, distanceM: 0.15 })),
      ),
    ],
    [
      'all directions at once',
      onCue((t) =>
        [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({
          onsetMs: t,
          durationMs: 500,
          angle: (k * Math.PI) / 4,
          distanceM: 0.2,
        })),
      ),
    ],
    ['slow shaking', swinging(0.8, 0)],
    ['quick shaking', swinging(3, 0)],
    ['circles', swinging(1, Math.PI / 2)],
  ])('finds at most half of %s', (_, samples) => {
    expect(scoreChallenge(CHALLENGE, samples, 0).value).toBeLessThanOrEqual(0.45)
  })

  it.each([1000, 1200, 1500, 2500])('finds nothing right in an answer delayed by %d ms', (late) => {
    const samples = answer(CHALLENGE).map((sample) => ({ ...sample, t: sample.t + late }))
    expect(scoreChallenge(CHALLENGE, samples, 0).value).toBeLessThanOrEqual(0.15)
  })

  it('lets no movement answer two cues, however close they are', () => {
    const quick = atPace(1100)
    for (let onsetMs = 2000; onsetMs < 4300; onsetMs += 50) {
      const seen = outcomes(made([{ onsetMs, durationMs: 560, angle: 0, distanceM: 0.2 }]), quick)
      expect(seen.filter((outcome) => outcome !== 'missing').length).toBeLessThanOrEqual(1)
    }
  })

  it('finds nothing in a hand at rest', () => {
    expect(scoreChallenge(CHALLENGE, made([]), 0)).toMatchObject({ value: 0, status: 'ok' })
  })
})

describe('scoreChallenge without enough to go by', () => {
  it.each([
    ['no challenge', undefined, 'the challenge is not an object'],
    ['a challenge of another kind', { ...CHALLENGE, strokes: [] }, 'the challenge does not hold 6 strokes'],
  ])('is insufficient for %s', (_, challenge, reason) => {
    const score = scoreChallenge(challenge as Challenge, answer(CHALLENGE))
    expect(score).toEqual({ value: 0, strokes: [], status: 'insufficient', reason })
  })
  it('is insufficient without samples, with frozen ones and with too few', () => {
    const frozen = timeline.map((t) => ({ t, ...GRAVITY }))
    for (const samples of [[], frozen, answer(CHALLENGE).slice(0, 170), null, 'up']) {
      const score = scoreChallenge(CHALLENGE, samples as unknown as ImuSample[])
      expect(score).toMatchObject({ value: 0, strokes: [], status: 'insufficient' })
      expect(score.reason).not.toBe('')
    }
  })
  it('is insufficient without gravity, which tells up from down', () => {
    const samples = answer(CHALLENGE, { pitch: 0 }).map((sample) => ({ ...sample, az: sample.az - 9.81 }))
    const reason = 'acceleration without gravity does not tell which way is up'
    expect(scoreChallenge(CHALLENGE, samples)).toMatchObject({ value: 0, status: 'insufficient', reason })
  })
})

describe('scoreChallenge of anything', () => {
  const odd = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(null, undefined, 'x', Number.NaN, 1e300, -1e300))
  it('never throws and stays within 0 and 1', () => {
    const sample = fc.record({ t: odd, ax: odd, ay: odd, az: odd }, { requiredKeys: [] })
    const nearly = fc.array(fc.oneof(sample, fc.constant(null), fc.anything()), { maxLength: 40 })
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(CHALLENGE), fc.anything()),
        fc.oneof(nearly, fc.anything()),
        odd,
        (challenge, imu, start) => {
          const { value, strokes } = scoreChallenge(challenge as Challenge, imu as ImuSample[], start as number)
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThan(1)
          expect(strokes.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true)
        },
      ),
      { seed: 20260310 },
    )
  })

  it('never throws and never says 1 for wild values on even times', () => {
    const wild = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 6, maxLength: 30 })
    fc.assert(
      fc.property(wild, fc.integer({ min: 0, max: 3 }), (values, hold) => {
        const value = (i: number) => values[(i >> hold) % values.length]
        const samples = timeline.map((t, i) => ({ t, ax: value(i), ay: value(i + 7), az: value(2 * i) }))
        const score = scoreChallenge(CHALLENGE, samples, 0)
        expect(score.value).toBeLessThan(1)
        expect(score.strokes.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true)
      }),
      { seed: 20260310, numRuns: 60 },
    )
  })

  it('passes any challenge that is followed, and none that is answered mirrored, constantly or too late', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 200, max: 850 }),
        (seed, k, reactionMs) => {
          const challenge = generateChallenge(seededRandom(seed))
          const value = (way: Way) =>
            scoreChallenge(challenge, answer(challenge, { comesBack: false, ...way }), 0).value
          expect(value({ reactionMs })).toBe(1)
          expect(value({ reactionMs, angle: (angle) => (k * Math.PI) / 4 - angle })).toBeLessThan(1)
          expect(value({ reactionMs, angle: () => (k * Math.PI) / 4 })).toBeLessThan(1)
          expect(value({ reactionMs: reactionMs + 850 })).toBeLessThan(1)
        },
      ),
      { seed: 20260310, numRuns: 25 },
    )
  })
})

const STROKES: CommandedStroke[] = (['up', 'left', 'down-right'] satisfies Direction[]).map((direction, i) => {
  return { direction, atMs: 800 + 1300 * i }
})

/** Strokes of half a second, each 380 ms after its cue and turned by this much; all that was felt until `untilMs`. */
function answerUntil(untilMs: number, turned = 0) {
  const strokes = STROKES.map(({ direction, atMs }) => {
    return { onsetMs: atMs + 380, durationMs: 500, angle: computeAngle(direction) + turned, distanceM: 0.15 }
  })
  const samples = performSamples({ strokes, durationMs: 6000, hz: 60, pitch: 0.5, noise: 0.1, random: seededRandom(1) })
  return samples.filter(({ t }) => t <= untilMs)
}

const [FIRST, SECOND] = STROKES as [CommandedStroke, CommandedStroke]

it('sees a stroke before the next one is asked for, and nothing of those to come', () => {
  expect(glanceStrokes(STROKES, answerUntil(FIRST.atMs + 1100))).toEqual(['clear', 'missing', 'missing'])
  expect(glanceStrokes(STROKES, answerUntil(SECOND.atMs + 1100))).toEqual(['clear', 'clear', 'missing'])
})

it('calls no stroke clear that went another way', () => {
  const seen = glanceStrokes(STROKES.slice(0, 2), answerUntil(SECOND.atMs + 1100, Math.PI))
  expect(seen).not.toContain('clear')
})

it('sees nothing in too little motion', () => {
  expect(glanceStrokes(STROKES, [])).toEqual(['missing', 'missing', 'missing'])
  expect(glanceStrokes(STROKES, answerUntil(500))).toEqual(['missing', 'missing', 'missing'])
})
