import { ChallengeAction, REJECTION_REASONS } from '@stillhere/contract'
import {
  DIRECTIONS,
  enroll,
  generateChallenge,
  type ImuSample,
  motionSignature,
  NO_FACTORS,
  REJECTION_WORDS,
  scorePresence,
  seededRandom,
} from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { ADA, answerOf, captureOf, EVE } from '../../../test/people.ts'
import { describeCaptureProblems } from '../challenge/captures.ts'
import { checkChallenge, isTooEarly } from '../challenge/challenge.ts'
import { createAnonymousUserId, canUseEnrollment } from '../enrollment/enrollment.ts'
import {
  selectMotionRule,
  computeInterval,
  findMissingAssurance,
  toShownScores,
  computeAssurance,
  removeSimilarity,
} from './rules.ts'

it('contract and engine name the same reasons and directions, and the service adds two of its own', () => {
  const ofEngine = REJECTION_REASONS.filter((reason) => !['test_motion', 'assurance_not_reached'].includes(reason))
  expect(Object.keys(REJECTION_WORDS)).toEqual(ofEngine)
  expect([REJECTION_REASONS[5], REJECTION_REASONS.at(-1)]).toEqual(['test_motion', 'assurance_not_reached'])
  expect(ChallengeAction.properties.direction.enum).toEqual([...DIRECTIONS])
})

describe('levels', () => {
  it.each([
    ['batch', 'none', 1],
    ['batch', 'attested', 1],
    ['live', 'none', 1],
    ['live', 'passkey', 2],
    ['live', 'attested', 3],
  ] as const)('%s and %s is level %i', (pace, device, level) => {
    expect(computeAssurance({ pace, device })).toEqual({ level, pace, device })
  })

  it.each([
    [1, 'batch', 'none', null],
    [2, 'live', 'attested', null],
    [2, 'batch', 'passkey', 'Level 2 was asked for, but its strokes were all told at once.'],
    [2, 'live', 'none', 'Level 2 was asked for, but no passkey signed this scan.'],
    [3, 'live', 'passkey', 'Level 3 was asked for, but the passkey is on no hardware that this service accepts.'],
  ] as const)('level %i by %s and %s: %s', (asked, pace, device, missing) => {
    expect(findMissingAssurance(asked, computeAssurance({ pace, device }))).toBe(missing)
  })
})

const at = (ms: number) => new Date(1_000_000 + ms)

describe('challengeProblem', () => {
  const issued = { id: 'a', purpose: 'verify', expiresAt: at(60) } as const
  it.each([
    [issued, { id: 'a', purpose: 'verify', now: at(59) }, null],
    [issued, { id: 'a', purpose: 'verify', now: at(60) }, 'challenge_expired'],
    [issued, { id: 'b', purpose: 'verify', now: at(0) }, 'challenge_invalid'],
    [issued, { id: 'a', purpose: 'enroll', now: at(0) }, 'challenge_invalid'],
    [issued, { id: 'b', purpose: 'verify', now: at(99) }, 'challenge_invalid'],
    [null, { id: 'a', purpose: 'verify', now: at(0) }, 'challenge_invalid'],
  ] as const)('%o under %o is %s', (one, given, problem) => {
    expect(checkChallenge(one, given)).toBe(problem)
  })
})

describe('isTooEarly', () => {
  const issued = { issuedAt: at(0), challenge: { durationMs: 16_000 } }
  it.each([
    ['F2: an answer before the strokes were told', 15_499, [3000], true],
    ['F2: an answer half a second before their end', 15_500, [3000], false],
    ['F2: a capture that is longer than the time since issue', 16_000, [16_501], true],
    ['F2: a capture as long as the time since issue, and half a second', 16_000, [16_500], false],
    ['F2: captures that are longer together', 40_000, [16_000, 16_000, 16_000], true],
    ['F2: captures that fit one after the other', 48_000, [16_000, 16_000, 16_000], false],
    ['F2: a time without an end', 48_000, [Number.POSITIVE_INFINITY], true],
  ])('%s', (_, sinceMs, spansMs, early) => {
    expect(isTooEarly(issued, { spansMs, now: at(sinceMs) })).toBe(early)
  })
})

describe('enrollmentFits', () => {
  const [node, other] = ['node-n', 'node-o']
  const [anybody, somebody] = [createAnonymousUserId(Buffer.from('a')), createAnonymousUserId(Buffer.from('b'))]
  it.each([
    ['a node’s own', node, node, undefined, true],
    ['a node’s own, named', node, node, node, true],
    ['another node’s', other, node, undefined, false],
    ['nobody’s for a node', anybody, node, undefined, false],
    ['nobody’s for nobody', anybody, null, undefined, true],
    ['a node’s for nobody', node, null, undefined, false],
    ['one that the answer does not name', anybody, null, somebody, false],
    ['one where the answer names nothing readable', anybody, null, '', false],
  ])('%s: %s for %s', (_, userId, owner, claimedUser, fits) => {
    expect(canUseEnrollment({ userId, expiresAt: at(1) }, { owner, claimedUser, now: at(0) })).toBe(fits)
  })

  it('is over at its end', () => {
    const asked = { owner: null, claimedUser: undefined, now: at(1) }
    expect(canUseEnrollment({ userId: anybody, expiresAt: at(1) }, asked)).toBe(false)
    expect(canUseEnrollment({ userId: anybody, expiresAt: new Date(Number.NaN) }, asked)).toBe(false)
  })
})

describe('computeInterval', () => {
  it.each([
    ['F2: as long as the capture', 16_000, 44_000],
    ['at least a moment without a capture', 0, 59_999],
  ])('is %s', (_, spanMs, start) => {
    expect(computeInterval({ end: at(60_000), spanMs })).toEqual({ start: at(start), end: at(60_000) })
  })
})

describe('quantized', () => {
  const shown = (verified: boolean, presence_score: number, threshold: number) =>
    toShownScores({ verified, presence_score, threshold, factors: NO_FACTORS }).presence_score

  it.each([
    [true, 0.732, 0.7, 0.75],
    [true, 0.701, 0.7, 0.7],
    [true, 0.7123, 0.7111, 0.7111],
    [true, 1, 0.9, 1],
    [false, 0.699, 0.7, 0.65],
    [false, 0.72, 0.7, 0.65],
    [false, 0.7111, 0.7112, 0.7],
    [false, 0.12, 0.7, 0.1],
    [false, 0.9, 0.03, 0],
    [false, 0.4, 0, 0],
    [false, 0, 0.5, 0],
  ])('verified %s with %d against %d is shown as %d', (verified, score, threshold, expected) => {
    expect(shown(verified, score, threshold)).toBeCloseTo(expected, 12)
  })

  it('never contradicts the verdict, for any score and threshold', () => {
    for (let score = 0; score <= 1; score += 0.0071)
      for (let threshold = 0.01; threshold <= 1; threshold += 0.0093) {
        const verified = score >= threshold
        expect(shown(verified, score, threshold) >= threshold, `${score} against ${threshold}`).toBe(verified)
      }
  })

  it('rounds the factors and leaves out what was not there', () => {
    const { factors } = toShownScores({
      verified: false,
      presence_score: 0,
      threshold: 0.7,
      factors: { ...NO_FACTORS, motion: 0.4771, liveness: 1 },
    })
    expect(factors).toEqual({ ...NO_FACTORS, motion: 0.5, liveness: 1 })
  })
})

describe('chooseMotionRule', () => {
  it.each([
    [1, 'low', 'required'],
    [1, 'high', 'required'],
    [2, 'low', 'reported'],
    [2, 'medium', 'reported'],
    [2, 'high', 'required'],
    [3, 'medium', 'reported'],
    [3, 'high', 'required'],
  ] as const)('at level %d and risk level %s the likeness is %s', (level, risk, rule) => {
    expect(selectMotionRule({ level }, risk)).toBe(rule)
  })
})

describe('reportMotion', () => {
  const asked = generateChallenge(seededRandom(7))
  const actions = asked.strokes.map(({ direction, atMs }) => ({ direction, at_ms: atMs, words: '' }))
  const round = { actions, duration_ms: asked.durationMs }
  const imu = answerOf(ADA, round)

  /** Judges motion against the enrollment of a person. */
  function judge(person: number, moved: readonly ImuSample[], challenge = asked) {
    const takes = [1, 2, 3].map(() => motionSignature({ imu: answerOf(person, round) }))
    const { version, mean, variance, missing, count } = enroll(takes)
    const signature = { vector: [...mean], version }
    const enrollment = { signature, variance: [...variance], missing: [...missing], sample_count: count }
    return scorePresence(enrollment, challenge, captureOf(moved), {}, { nearest: 0 })
  }

  it('gives the same score, whosever enrollment the motion is compared with', () => {
    const [own, other] = [judge(ADA, imu), judge(EVE, imu)]
    expect([own.verified, other.rejection_reason]).toEqual([true, 'motion_signature_mismatch'])
    const [first, second] = [removeSimilarity(own), removeSimilarity(other)]
    expect(second).toMatchObject({ verified: true, rejection_reason: null, explanation: null })
    expect(second.presence_score).toBeCloseTo(first.presence_score, 9)
    expect(second.factors).toEqual(other.factors)
    expect(second.presence_score).toBeGreaterThan(0.9)
  })

  it('leaves every other reason as it is', () => {
    const still = imu.map(({ t }) => ({ t, ax: 0, ay: 0, az: 9.81, rx: 0, ry: 0, rz: 0 }))
    const other = generateChallenge(seededRandom(8))
    for (const scored of [judge(ADA, still), judge(EVE, imu, other)]) {
      expect(scored.verified).toBe(false)
      expect(removeSimilarity(scored)).toEqual(scored)
    }
  })

  it('needs as much of presence as the threshold', () => {
    const weak = { ...judge(EVE, imu), presence_score: 0.001, factors: { ...NO_FACTORS, motion: 0.01 } }
    expect(removeSimilarity({ ...weak, threshold: 0.1 })).toMatchObject({ verified: true })
    expect(removeSimilarity({ ...weak, threshold: 0.11 })).toMatchObject({
      verified: false,
      rejection_reason: 'below_threshold',
    })
  })
})

describe('refusalOf', () => {
  it('names the first reason, and every capture with its own', () => {
    const problems = [
      { capture: 2, reason: 'liveness_failed', words: 'Not alive.' },
      { capture: null, reason: 'challenge_mismatch', words: 'Not followed.' },
    ] as const
    expect(describeCaptureProblems(problems)).toEqual({
      detail: 'liveness_failed: Not alive.',
      errors: [
        { pointer: '/captures/2', message: 'liveness_failed: Not alive.' },
        { pointer: '/captures', message: 'challenge_mismatch: Not followed.' },
      ],
    })
  })
})
