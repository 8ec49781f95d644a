import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../capture.ts'
import { generateChallenge } from '../challenge/challenge.ts'
import { scoreChallenge } from '../challenge/score.ts'
import { DEFAULT_THRESHOLDS } from '../evidence.ts'
import { presenceScore } from '../presence/score.ts'
import { normal, seededRandom } from '../random.ts'
import { type ReplayDigest, replayDigest } from '../replay/digest.ts'
import { enroll } from '../signature/enrollment.ts'
import { computeLogRatio, matchLogLikelihoodRatio, matchScore } from '../signature/match.ts'
import { motionSignature } from '../signature/signature.ts'
import { growStrokes, matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import { cutStrokes, strokeSignature } from '../stroke-signature/signature.ts'
import { enrollStrokes } from '../stroke-signature/template.ts'
import { sceneOf, strokesOf, syntheticPerson } from '../synthetic/unmarked.ts'
import { scoreEnrolled, scoreUnrecognized } from './evidence.ts'
import { EVIDENCE_RULES, REJECTION_WORDS, scorePresence, type ScoringOptions } from './score.ts'

/** One person's answers to challenges that both measures accept; the first is enrolled, the last is judged. */
function answersOf(count: number): { challenge: ReturnType<typeof generateChallenge>; imu: ImuSample[] }[] {
  for (let seed = 0; seed < 60; seed++) {
    const random = seededRandom(seed + 900)
    const answers = Array.from({ length: 8 }, () => {
      const challenge = generateChallenge(random)
      return { challenge, imu: strokesOf(syntheticPerson(seed), challenge.strokes, random) }
    }).filter(({ challenge, imu }) => scoreChallenge(challenge, imu).value === 1 && presenceScore({ imu }).score >= 0.5)
    const [first, second, third, last] = answers
    if (
      !last ||
      matchScore(
        enroll([first, second, third].map(({ imu }) => motionSignature({ imu }))),
        motionSignature({ imu: last.imu }),
      ) < 0.8
    )
      continue
    return answers.slice(0, count)
  }
  throw new Error('no synthetic person answers four challenges')
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x))

const [first, second, third, answer] = answersOf(4)
const template = enroll([first, second, third].map(({ imu }) => motionSignature({ imu })))
const enrollment = {
  user_id: 'u',
  signature: { vector: template.mean, version: template.version },
  variance: template.variance,
  sample_count: template.count,
  missing: template.missing,
  statistics: template.statistics,
  windows: template.windows,
}
const verified = ({ imu, challenge } = answer, options: ScoringOptions = {}) => {
  const { vector, version } = motionSignature({ imu })
  return scorePresence(enrollment, challenge, responseOf(imu), { vector, version }, { riskLevel: 'low', ...options })
}

function responseOf(imu: readonly ImuSample[]): Record<string, unknown> {
  const samples = imu.map(({ t, ax, ay, az, rx, ry, rz }) => ({ t, accel: [ax, ay, az], gyro: [rx, ry, rz] }))
  return { imu_sequence: { sample_rate_hz: 60, samples } }
}

describe('scorePresence', () => {
  it('verifies the enrolled person who follows the challenge, from the samples alone', () => {
    const scored = verified()
    expect(scored).toMatchObject({ verified: true, rejection_reason: null, explanation: null, risk_level: 'low' })
    expect(scored.factors).toEqual({
      motion: matchScore(template, motionSignature({ imu: answer.imu })),
      liveness: presenceScore({ imu: answer.imu }).score,
      challenge: 1,
      coupling: null,
      replay: null,
      device: null,
      context: null,
    })
    expect(scored.presence_score).toBe(scoreEnrolled(scored.factors))
    expect(scored.threshold).toBe(DEFAULT_THRESHOLDS.low)
  })

  it('takes the threshold of the risk level, medium by default, from the calibration where there is one', () => {
    const { vector, version } = motionSignature({ imu: answer.imu })
    const plain = scorePresence(enrollment, answer.challenge, responseOf(answer.imu), { vector, version })
    expect(plain).toMatchObject({ risk_level: 'medium', threshold: DEFAULT_THRESHOLDS.medium })
    const thresholds = { low: 0.1, medium: 0.2, high: 0.3 }
    expect(verified(answer, { riskLevel: 'high', thresholds })).toMatchObject({ threshold: 0.3, verified: true })
  })

  it('has higher shipped thresholds for higher risk', () => {
    const { low, medium, high } = DEFAULT_THRESHOLDS
    expect([low, medium, high].toSorted((a, b) => a - b)).toEqual([low, medium, high])
    expect(new Set([low, medium, high]).size).toBe(3)
  })

  it.each(['invalid', 'expired', 'replayed', 'mismatch'] as const)(
    'refuses a challenge that is %s before looking at anything',
    (state) => {
      const refused = verified(answer, { challengeState: state })
      expect(refused).toMatchObject({ verified: false, presence_score: 0, rejection_reason: `challenge_${state}` })
      expect(Object.values(refused.factors).every((factor) => factor === null)).toBe(true)
      expect(refused.explanation).toBe(REJECTION_WORDS[`challenge_${state}`])
    },
  )

  it('refuses a live answer that comes later after its cues than the enrolled person’s, and no other', () => {
    const { strokes } = scoreChallenge(answer.challenge, answer.imu)
    const onsets = strokes.flatMap(({ onsetMs }) => onsetMs ?? [])
    const middle = onsets.toSorted((a, b) => a - b)[onsets.length >> 1]
    const judge = (meanMs: unknown, isLive?: boolean) =>
      scorePresence(
        { ...enrollment, reaction: { count: 18, meanMs, spreadMs: 40 } },
        answer.challenge,
        responseOf(answer.imu),
        {},
        { riskLevel: 'low', ...(isLive !== undefined && { isLive }) },
      )
    expect(judge(middle - 200, true)).toMatchObject({ verified: false, rejection_reason: 'challenge_mismatch' })
    for (const passed of [judge(middle, true), judge(middle - 200), judge(middle - 200, false), judge('soon', true)]) {
      expect(passed.verified).toBe(true)
    }
  })

  describe('with enrolled strokes', () => {
    const strokesIn = ({ challenge, imu }: typeof answer) => cutStrokes(challenge, imu).map(strokeSignature)
    const strokes = enrollStrokes([first, second, third].flatMap(strokesIn))
    const motionWith = (stroked: unknown, { imu, challenge } = answer) =>
      scorePresence({ ...enrollment, strokes: stroked }, challenge, responseOf(imu), {}).factors.motion

    it('compares stroke by stroke, and counts the signature half', () => {
      const byStroke = matchStrokesLogLikelihoodRatio(strokes, strokesIn(answer)) as number
      const byWhole = matchLogLikelihoodRatio(template, motionSignature({ imu: answer.imu })) as number
      expect(motionWith(strokes)).toBeCloseTo(logistic(byStroke + byWhole / 2), 12)
      expect(motionWith(null)).toBe(matchScore(template, motionSignature({ imu: answer.imu })))
    })

    it('knows no less of whoever made no stroke that can be compared', () => {
      expect(motionWith({ ...strokes, version: 'another' })).toBe(0)
      expect(motionWith({ ...strokes, gestures: [{ ...strokes.gestures[0], gesture: 'circle' }] })).toBe(0)
    })

    it('are judged by themselves, on the scale and by the threshold of a calibration of strokes', () => {
      const model = { featureMode: 'strokes', version: strokes.version, calibration: [0.5, 0.25] } as const
      const calibration = { model, thresholds: { low: 0.31, medium: null } }
      const judged = (options: ScoringOptions, stroked: unknown = strokes) =>
        scorePresence({ ...enrollment, strokes: stroked }, answer.challenge, responseOf(answer.imu), {}, options)
      const byStroke = matchStrokesLogLikelihoodRatio(strokes, strokesIn(answer)) as number
      const { factors, threshold, threshold_source } = judged({ calibration, riskLevel: 'low' })
      expect(factors.motion).toBeCloseTo(logistic(0.5 * byStroke + 0.25), 12)
      expect([threshold, threshold_source]).toEqual([0.31, 'calibration'])
      const shipped = { threshold: DEFAULT_THRESHOLDS.medium, threshold_source: 'default' }
      expect(judged({ calibration })).toMatchObject({ ...shipped, factors: { motion: motionWith(strokes) } })
      const ofLandmarks = { model: { ...model, version: 'body-1' }, thresholds: { medium: 0.1 } }
      expect(judged({ calibration: ofLandmarks })).toMatchObject(shipped)
      expect(judged({ calibration: { model, thresholds: { medium: 0.1 } } }, null)).toMatchObject(shipped)
    })

    it('grow by an answer that is verified and clearly the person’s, and by no other', () => {
      const judge = (stroked: unknown, given: typeof answer, options: ScoringOptions = {}) =>
        scorePresence({ ...enrollment, strokes: stroked }, given.challenge, responseOf(given.imu), {}, options)
      const clear = enrollStrokes([first, second, answer].flatMap(strokesIn))
      const grown = judge(clear, answer, { riskLevel: 'low' })
      expect(grown).toMatchObject({ verified: true, grown: { version: clear.version } })
      expect(grown.grown).toEqual(growStrokes(clear, strokesIn(answer)))
      expect(judge(clear, answer, { simulated: true })).toMatchObject({ verified: false, grown: null })
      expect(judge(clear, answer, { challengeState: 'expired' }).grown).toBeNull()
      expect(judge(null, answer, { riskLevel: 'low' })).toMatchObject({ verified: true, grown: null })
    })

    it.each([{}, 7, { version: 'x', gestures: [] }])('refuses an enrollment whose strokes are %j', (wrong) => {
      const wronged = scorePresence({ ...enrollment, strokes: wrong }, answer.challenge, responseOf(answer.imu), {})
      expect(wronged.rejection_reason).toBe('enrollment_invalid')
    })
  })

  it('refuses an enrollment that was not opened, or is none', () => {
    expect(verified(answer, { enrollmentState: 'invalid' }).rejection_reason).toBe('enrollment_invalid')
    for (const wrong of [null, {}, { ...enrollment, sample_count: 0 }, { ...enrollment, variance: [] }]) {
      expect(scorePresence(wrong, answer.challenge, responseOf(answer.imu), {}).rejection_reason).toBe(
        'enrollment_invalid',
      )
    }
  })

  it.each([null, {}, { imu_sequence: { samples: [] } }, { imu_sequence: { samples: [1, null] } }])(
    'calls %o too little signal',
    (response) => {
      expect(scorePresence(enrollment, answer.challenge, response, {}).rejection_reason).toBe('insufficient_signal')
    },
  )

  it.each([
    ['20 samples a second', 20, 'This browser delivers motion too slowly (20 Hz). Try another browser or phone.'],
    ['10 samples a second', 10, 'This browser delivers motion too slowly (10 Hz). Try another browser or phone.'],
  ])('says of %s what is wrong with them, and not that nobody is there', (_, hz, explanation) => {
    const imu = answer.imu.filter(
      ({ t }, i) => i === 0 || Math.floor((t * hz) / 1000) > Math.floor((answer.imu[i - 1].t * hz) / 1000),
    )
    expect(verified({ imu, challenge: answer.challenge })).toMatchObject({
      rejection_reason: 'insufficient_signal',
      explanation,
    })
  })

  it('asks a still hand to move', () => {
    const imu = answer.imu.map(({ t }, i) => ({ t, ax: (i % 2) / 10, ay: 0, az: 9.8, rx: i % 3, ry: 0, rz: 0 }))
    expect(verified({ imu, challenge: answer.challenge })).toMatchObject({
      rejection_reason: 'insufficient_signal',
      explanation: 'The phone hardly moved. Move more.',
    })
  })

  it('refuses a vector that does not belong to the samples, first of all the enrolled one sent back', () => {
    const own = motionSignature({ imu: answer.imu })
    const claimed = (signature: unknown) =>
      scorePresence(enrollment, answer.challenge, responseOf(answer.imu), signature).rejection_reason
    const moved = (by: number) => own.vector.map((value, i) => (i === 77 ? value + by : value))
    expect(claimed(enrollment.signature)).toBe('signature_mismatch')
    expect(claimed({ vector: moved(0.006), version: own.version })).toBe('signature_mismatch')
    expect(claimed({ vector: moved(-0.006), version: own.version })).toBe('signature_mismatch')
    expect(claimed({ vector: moved(0.004), version: own.version })).not.toBe('signature_mismatch')
    expect(claimed({ vector: own.vector, version: 'x' })).toBe('signature_mismatch')
    expect(claimed({ vector: own.vector.slice(1), version: own.version })).toBe('signature_mismatch')
    expect(claimed({ vector: own.vector.map(() => 'NaN'), version: own.version })).toBe('signature_mismatch')
    expect(claimed(null)).toBe('signature_mismatch')
    expect(claimed({ version: own.version })).toBe('signature_mismatch')
    expect(claimed({})).toBeNull()
  })

  it('refuses the answer to another challenge', () => {
    expect(verified({ imu: answer.imu, challenge: first.challenge })).toMatchObject({
      verified: false,
      rejection_reason: 'challenge_mismatch',
    })
  })

  it('calls a challenge that cannot be judged too little signal', () => {
    expect(verified({ imu: answer.imu, challenge: {} as never }).rejection_reason).toBe('insufficient_signal')
  })

  it('refuses motion that is not alive although the strokes are right', () => {
    const random = seededRandom(8)
    const noisy = answer.imu.map((sample) => ({
      ...sample,
      rx: 40 * normal(random),
      ry: 40 * normal(random),
      rz: 40 * normal(random),
    }))
    const refused = verified({ imu: noisy, challenge: answer.challenge })
    expect(refused.verified).toBe(false)
    expect(refused.factors.liveness).toBeLessThan(0.5)
    expect(refused.rejection_reason).toBe(refused.factors.challenge === 1 ? 'liveness_failed' : 'challenge_mismatch')
  })

  it('refuses what its caller has found to be simulated', () => {
    expect(verified(answer, { simulated: false }).rejection_reason).toBeNull()
    expect(verified(answer, { simulated: true })).toMatchObject({
      verified: false,
      rejection_reason: 'liveness_failed',
    })
  })

  it('refuses what the threat report vetoes', () => {
    const end = answer.imu[answer.imu.length - 1].t
    const again = answer.imu.slice(100, 130).map((sample, i) => ({ ...sample, t: end + (i + 1) * 16.7 }))
    expect(verified({ imu: [...answer.imu, ...again], challenge: answer.challenge }).rejection_reason).toBe(
      'liveness_failed',
    )
  })

  it('knows a motion that was shown before, and lets a new one pass', () => {
    const digests = [first, answer].map(({ imu }) => (replayDigest({ imu }) as ReplayDigest).bytes)
    const again = verified(answer, { earlier: digests })
    expect(again.rejection_reason).toBe('replay_detected')
    expect(again.factors.replay).toBeLessThan(0.5)
    const fresh = verified(answer, { earlier: digests.slice(0, 1) })
    expect(fresh).toMatchObject({ verified: true })
    expect(fresh.factors.replay).toBeGreaterThan(0.5)
    expect(verified(answer, { earlier: [] }).factors.replay).toBe(1)
  })

  it('believes a search of the memory that was made already', () => {
    expect(verified(answer, { nearest: 1 })).toMatchObject({
      rejection_reason: 'replay_detected',
      factors: { replay: 0 },
    })
    expect(verified(answer, { nearest: 0.25, earlier: [] })).toMatchObject({
      verified: true,
      factors: { replay: 0.75 },
    })
    expect(verified(answer, { nearest: Number.NaN }).factors.replay).toBeNull()
  })

  it('hands on what a receipt carries, and nothing where nothing was judged', () => {
    const { evidence, factors } = verified()
    expect(evidence.map(({ engineId, value }) => [engineId, value])).toEqual([
      ['EE-001', factors.liveness],
      ['EE-003', 1],
    ])
    expect(verified(answer, { challengeState: 'invalid' }).evidence).toEqual([])
    const { camera } = sceneOf(syntheticPerson(44), seededRandom(3), { seconds: 14 })
    const { vector, version } = motionSignature({ imu: answer.imu })
    const response = { ...responseOf(answer.imu), camera_sequence: camera }
    const filmed = scorePresence(enrollment, answer.challenge, response, { vector, version })
    expect(filmed.evidence.map(({ engineId }) => engineId)).toEqual(['EE-001', 'EE-002', 'EE-003'])
  })

  it('refuses a camera that sees something else', () => {
    const { camera } = sceneOf(syntheticPerson(44), seededRandom(3), { seconds: 14 })
    const { vector, version } = motionSignature({ imu: answer.imu })
    const response = { ...responseOf(answer.imu), camera_sequence: camera }
    const refused = scorePresence(enrollment, answer.challenge, response, { vector, version }, { riskLevel: 'low' })
    expect(refused.factors.coupling).toBeLessThan(0.2)
    expect(refused.rejection_reason).toBe('coupling_failed')
  })

  it.each([
    [{ device: 0.49 }, 'device_attestation_failed'],
    [{ device: Number.NaN }, 'device_attestation_failed'],
    [{ context: 0.49 }, 'context_anomaly'],
    [{ device: 0.5, context: 0.5 }, null],
    [{ device: null, context: null }, null],
  ])('with %o answers %s', (options, reason) => {
    expect(verified(answer, options).rejection_reason).toBe(reason)
  })

  it('tells a motion that does not resemble the enrolled one from evidence that is too weak as a whole', () => {
    const { presence_score, factors } = verified()
    const between = (presence_score + (factors.motion ?? 0)) / 2
    const weak = { low: between, medium: 1, high: 1 }
    expect(verified(answer, { thresholds: weak })).toMatchObject({
      rejection_reason: 'below_threshold',
      presence_score,
    })
    const strict = { low: 1.01, medium: 1, high: 1 }
    expect(verified(answer, { thresholds: strict }).rejection_reason).toBe('motion_signature_mismatch')
    expect(verified(answer, { thresholds: { ...weak, low: presence_score } }).verified).toBe(true)
  })
})

/** A person who is enrolled by landmarks and answers with sensors and landmarks of the same moment. */
const seen = sceneOf(syntheticPerson(12), seededRandom(12), { seconds: 9 })
const poses = motionSignature({ frames: seen.frames })
const bodyTemplate = enroll([poses, motionSignature({ frames: seen.frames.slice(20) })])
const bodyEnrollment = {
  signature: { vector: bodyTemplate.mean, version: bodyTemplate.version },
  variance: bodyTemplate.variance,
  sample_count: bodyTemplate.count,
}
const claimed = { vector: poses.vector, version: poses.version }
const withPoses = { ...responseOf(answer.imu), pose_sequence: seen.frames }
const scored = (response: object, options: ScoringOptions = {}, signature: object = claimed) =>
  scorePresence(bodyEnrollment, answer.challenge, response, signature, options)

/** One coordinate, the first of the vector, in which people differ by 3 and scatter by 1. */
const CALIBRATED = {
  model: {
    featureMode: 'signature_128' as const,
    version: poses.version,
    matcher: {
      views: [0, 1, 2, 3],
      projection: [poses.vector.map((_, j) => (j === 0 ? 1 : 0))],
      unit: [1],
      centre: [0],
      between: [9],
      shared: [0],
      within: poses.vector.map(() => 1),
      calibration: [1, 0] as const,
    },
    persistent: 0.3,
    scatterPrior: 1e9,
  },
  thresholds: { low: 0.1, medium: 0.2, high: null },
}

describe('scorePresence of a body', () => {
  it('compares the landmarks, and needs them', () => {
    expect(scored(withPoses).factors.motion).toBe(matchScore(bodyTemplate, poses))
    expect(scored(responseOf(answer.imu)).rejection_reason).toBe('insufficient_signal')
  })

  it('holds the claimed signature against that of the landmarks', () => {
    const { vector, version } = motionSignature({ imu: answer.imu })
    expect(scored(withPoses, {}, { vector, version }).rejection_reason).toBe('signature_mismatch')
  })

  it('is no livelier than the landmarks are', () => {
    expect(scored(withPoses).factors.liveness).toBe(
      Math.min(presenceScore({ imu: answer.imu }).score, presenceScore({ frames: seen.frames }).score),
    )
    const frozen = seen.frames.map(({ t, joints }, i) => ({ t, joints: i < 230 ? seen.frames[0].joints : joints }))
    const still = motionSignature({ frames: frozen })
    const refused = scored(
      { ...withPoses, pose_sequence: frozen },
      {},
      { vector: still.vector, version: still.version },
    )
    expect(refused.factors.liveness).toBeLessThan(0.5)
    expect(refused.rejection_reason).toBe('liveness_failed')
  })

  it('is judged by the calibration where there is one for its level', () => {
    const { model, thresholds } = CALIBRATED
    const ratio = computeLogRatio(model.matcher, model, bodyTemplate, poses.vector)
    expect(scored(withPoses, { calibration: CALIBRATED, riskLevel: 'low' })).toMatchObject({
      threshold: thresholds.low,
      threshold_source: 'calibration',
      factors: { motion: 1 / (1 + Math.exp(-ratio)) },
    })
    expect(scored(withPoses, { calibration: CALIBRATED })).toMatchObject({ threshold: thresholds.medium })
  })

  it.each<[string, ScoringOptions]>([
    ['the level has no threshold', { riskLevel: 'high', calibration: CALIBRATED }],
    ['nothing is calibrated', { calibration: null }],
    [
      'the model is of other signatures',
      { calibration: { ...CALIBRATED, model: { ...CALIBRATED.model, version: 'x' } } },
    ],
    ['the model is broken', { calibration: { ...CALIBRATED, model: { ...CALIBRATED.model, matcher: {} as never } } }],
    ['the model is none', { calibration: { thresholds: { medium: 0.1 } } as never }],
    ['the threshold is no number', { calibration: { ...CALIBRATED, thresholds: { medium: Number.NaN } } }],
  ])('keeps the shipped model and threshold where %s', (_, options) => {
    expect(scored(withPoses, options)).toMatchObject({
      threshold: DEFAULT_THRESHOLDS[options.riskLevel ?? 'medium'],
      threshold_source: 'default',
      factors: { motion: matchScore(bodyTemplate, poses) },
    })
  })

  it('leaves sensors to the shipped model', () => {
    expect(verified(answer, { calibration: CALIBRATED })).toMatchObject({
      threshold: DEFAULT_THRESHOLDS.low,
      threshold_source: 'default',
    })
  })
})

describe('REJECTION_WORDS', () => {
  it('tells for every reason what can be done', () => {
    for (const words of Object.values(REJECTION_WORDS)) expect(words).toMatch(/^[A-Z].{30,}\.$/)
  })
})

it('REJECTION_WORDS has the reasons in the order in which they are looked for', () => {
  const places = EVIDENCE_RULES.map(([reason]) => Object.keys(REJECTION_WORDS).indexOf(reason))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

describe('scorePresence without an enrollment', () => {
  const scoreFirst = ({ imu, challenge } = answer, options: ScoringOptions = {}) =>
    scorePresence(null, challenge, responseOf(imu), {}, { riskLevel: 'low', enrollmentState: 'none', ...options })

  it('verifies human motion that answers the challenge, and recognizes no one', () => {
    const visit = scoreFirst()
    const { score } = presenceScore({ imu: answer.imu })
    expect(visit).toMatchObject({
      verified: true,
      rejection_reason: null,
      threshold: 0.5,
      threshold_source: 'default',
    })
    expect(visit.factors).toMatchObject({ motion: null, liveness: score, challenge: 1 })
    expect(visit.presence_score).toBe(scoreUnrecognized(visit.factors))
    expect(visit.evidence.map(({ engineId }) => engineId)).toEqual(verified().evidence.map(({ engineId }) => engineId))
  })

  it('is never what happens where an enrollment is merely missing', () => {
    expect(scorePresence(null, answer.challenge, responseOf(answer.imu), {}).rejection_reason).toBe(
      'enrollment_invalid',
    )
    expect(scoreFirst(answer, { enrollmentState: 'invalid' }).rejection_reason).toBe('enrollment_invalid')
  })

  it.each<[string, Partial<typeof answer>, ScoringOptions]>([
    ['challenge_mismatch', { challenge: first.challenge }, {}],
    ['replay_detected', {}, { nearest: 1 }],
    ['liveness_failed', {}, { simulated: true }],
    ['insufficient_signal', { imu: answer.imu.slice(0, 20) }, {}],
    ['challenge_expired', {}, { challengeState: 'expired' }],
    ['device_attestation_failed', {}, { device: 0.2 }],
  ])('refuses with %s', (reason, change, options) => {
    expect(scoreFirst({ ...answer, ...change }, options)).toMatchObject({ verified: false, rejection_reason: reason })
  })

  it('asks at each risk level for motion that is that human', () => {
    const { score } = presenceScore({ imu: answer.imu })
    const thresholds = { low: 0.5, medium: score - 0.01, high: score + 0.01 }
    const levels = (['low', 'medium', 'high'] as const).map(
      (riskLevel) => scoreFirst(answer, { riskLevel, thresholds, nearest: 0 }).rejection_reason,
    )
    expect(levels).toEqual([null, null, 'below_threshold'])
  })

  it.each([null, undefined, 7, 'x', {}, { imu_sequence: { samples: [null, {}] } }])('never throws: %j', (response) => {
    const refused = scorePresence(null, null, response, null, { enrollmentState: 'none' })
    expect(refused).toMatchObject({ verified: false, rejection_reason: 'insufficient_signal' })
  })
})
