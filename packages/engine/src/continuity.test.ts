import { describe, expect, it, vi } from 'vitest'
import type { ImuSample } from './capture.ts'
import { type Challenge, generateChallenge } from './challenge/challenge.ts'
import { scoreChallenge } from './challenge/score.ts'
import { type Continuity, verifyContinuity } from './continuity.ts'
import { presenceScore } from './presence/score.ts'
import { normal, seededRandom } from './random.ts'
import { captureOf, sceneOf, strokesOf, syntheticPerson } from './synthetic/unmarked.ts'

// Whole captures are computed; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

type Answer = { challenge: Challenge; imu: ImuSample[] }

/** Answers of willing people, some of whom are clumsy; those who did well by both measures. */
function willing(count: number): Answer[] {
  const answers: Answer[] = []
  for (let seed = 0; answers.length < count && seed < 60; seed++) {
    const random = seededRandom(seed + 500)
    const challenge = generateChallenge(random)
    const imu = strokesOf(syntheticPerson(seed), challenge.strokes, random)
    if (scoreChallenge(challenge, imu).value === 1 && presenceScore({ imu }).score >= 0.5)
      answers.push({ challenge, imu })
  }
  return answers
}

const [answer, other] = willing(2)

function answered({ challenge, imu }: Answer): Continuity {
  return verifyContinuity({
    imuSamples: imu,
    challengeResults: [{ challenge, from: imu[0].t, to: imu[imu.length - 1].t }],
  })
}

const stage = ({ evidence }: Continuity, id: string) => evidence.find(({ engineId }) => engineId === id)

describe('verifyContinuity', () => {
  it('passes a person who is there and follows the challenge; confidence is the lower of the two stages', () => {
    const result = answered(answer)
    expect(result).toMatchObject({ verdict: 'PASS', reason: null })
    expect(stage(result, 'EE-003')).toMatchObject({ value: 1, confidence: 1 })
    expect(result.confidence).toBe(Math.min(1, presenceScore({ imu: answer.imu }).score))
    expect(result.threatReport.overallVerdict).not.toBe('likely_synthetic')
  })

  it('lists the evidence with its components, each with what was asked of it', () => {
    const [presence, challenge] = answered(answer).evidence
    expect(presence.components.map(({ metric, threshold, status }) => [metric, threshold, status])).toEqual([
      ['presenceScore', 0.5, 'pass'],
      ...['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'].map((part) => [part, 0.05, expect.any(String)]),
    ])
    expect(challenge.components.map(({ metric }) => metric)).toEqual([
      'challengeValue',
      ...[1, 2, 3, 4, 5, 6].map((i) => `stroke${i}`),
    ])
    expect(challenge.diagnostics).toEqual({ status: 'ok', strokes: 6 })
    expect(presence.diagnostics).toEqual({ status: 'ok' })
    expect(presence.components[1].explanation).toMatch(/^Typicality among people of the timing of submovements;/)
    expect(challenge.components[1].explanation).toMatch(/^(up|down|left|right)/)
  })

  it('overlooks single samples that are garbage', () => {
    const imu = answer.imu.map((sample, i) => (i % 60 === 30 ? (null as never) : sample))
    expect(answered({ challenge: answer.challenge, imu }).evidence.at(-1)?.diagnostics.status).toBe('ok')
  })

  it('fails the answer to another challenge, with the words for it', () => {
    const result = answered({ challenge: other.challenge, imu: answer.imu })
    expect(result.verdict).toBe('FAIL')
    expect(result.reason).toMatch(/strokes \(EE-003\) were not all performed/)
    expect(result.confidence).toBeLessThan(1)
    expect(result.threatReport.flagged.map(({ kind }) => kind)).toContain('challenge_not_followed')
  })

  it('fails when one of two challenges was not answered', () => {
    const part = { from: answer.imu[0].t, to: answer.imu[answer.imu.length - 1].t }
    const challengeResults = [
      { challenge: answer.challenge, ...part },
      { challenge: other.challenge, ...part },
    ]
    const result = verifyContinuity({ imuSamples: answer.imu, challengeResults })
    expect(result.verdict).toBe('FAIL')
    expect(stage(result, 'EE-003')?.diagnostics.strokes).toBe(12)
  })

  it('judges only the part of the samples that is said to be the answer', () => {
    const late = answer.imu.map((sample) => ({ ...sample, t: sample.t + 9000 }))
    const before = answer.imu.filter(({ t }) => t < 8900)
    const imuSamples = [...before, ...late]
    const from = late[0].t
    const both = verifyContinuity({
      imuSamples,
      challengeResults: [{ challenge: answer.challenge, from, to: late[late.length - 1].t }],
    })
    expect(stage(both, 'EE-003')?.value).toBe(1)
    const wrongPart = verifyContinuity({
      imuSamples,
      challengeResults: [{ challenge: answer.challenge, from: from - 1500, to: late[late.length - 1].t }],
    })
    expect(stage(wrongPart, 'EE-003')?.value).toBeLessThan(1)
  })

  it('fails noise that follows no challenge, for want of presence', () => {
    const random = seededRandom(2)
    const noisy = answer.imu.map(({ t }) => {
      const [ax, ay, az, rx, ry, rz] = Array.from({ length: 6 }, () => normal(random))
      return { t, ax, ay, az: az + 9.81, rx: 40 * rx, ry: 40 * ry, rz: 40 * rz }
    })
    const result = answered({ challenge: answer.challenge, imu: noisy })
    expect(result.verdict).toBe('FAIL')
    expect(result.reason).toMatch(/^presence \(EE-001\) is 0\.\d\d, at least 0\.50/)
    expect(result.threatReport.overallVerdict).not.toBe('human')
  })

  it('lets the threat report veto what both stages would pass: a stretch that comes twice', () => {
    const end = answer.imu[answer.imu.length - 1].t
    const again = answer.imu.slice(100, 130).map((sample, i) => ({ ...sample, t: end + (i + 1) * 16.7 }))
    const result = answered({ challenge: answer.challenge, imu: [...answer.imu, ...again] })
    expect(stage(result, 'EE-001')?.value).toBeGreaterThanOrEqual(0.5)
    expect(stage(result, 'EE-003')?.value).toBe(1)
    expect(result.verdict).toBe('FAIL')
    expect(result.reason).toMatch(/^the threat report vetoes: 30 samples .* come again/)
    expect(result.threatReport).toMatchObject({ overallVerdict: 'likely_synthetic' })
  })

  it.each<[string, Parameters<typeof verifyContinuity>[0], RegExp]>([
    ['nothing at all', {}, /presence \(EE-001\) could not be judged: there are no motion samples/],
    ['samples that are no list', { imuSamples: 'abc' }, /no motion samples/],
    ['no challenge', { imuSamples: answer.imu }, /challenge \(EE-003\) could not be judged: no challenge was answered/],
    ['an empty list of challenges', { imuSamples: answer.imu, challengeResults: [] }, /no challenge was answered/],
    ['nothing as a result', { imuSamples: answer.imu, challengeResults: [null as never] }, /is not an object/],
    [
      'a part that is no number',
      { imuSamples: answer.imu, challengeResults: [{ challenge: answer.challenge, from: '0' as never, to: 9e9 }] },
      /which part of the samples/,
    ],
    [
      'a part without end',
      { imuSamples: answer.imu, challengeResults: [{ challenge: answer.challenge, from: 0, to: Infinity }] },
      /which part of the samples/,
    ],
    ['a claim instead of samples', { imuSamples: answer.imu, challengeResults: [true as never] }, /is not an object/],
    [
      'a result without its part',
      { imuSamples: answer.imu, challengeResults: [{ challenge: answer.challenge } as never] },
      /which part of the samples/,
    ],
    [
      'a browser that is too slow',
      {
        imuSamples: answer.imu.filter((_, i) => i % 3 === 0),
        challengeResults: [{ challenge: answer.challenge, from: 0, to: 9e9 }],
      },
      /^This browser delivers motion too slowly \((?:19|20) Hz\)\. Try another browser or phone\.$/,
    ],
    [
      'a phone on a table',
      { imuSamples: answer.imu.map(({ t }) => ({ t, ax: 0, ay: 0, az: 9.8, rx: 0, ry: 0, rz: 0 })) },
      /^The phone hardly moved\. Move more\.$/,
    ],
    [
      'a part that ends before it begins',
      { imuSamples: answer.imu, challengeResults: [{ challenge: answer.challenge, from: 9, to: 9 }] },
      /which part of the samples/,
    ],
    [
      'a part without samples',
      { imuSamples: answer.imu, challengeResults: [{ challenge: answer.challenge, from: -90, to: -1 }] },
      /could not be judged/,
    ],
    [
      'a challenge nobody generated',
      { imuSamples: answer.imu, challengeResults: [{ challenge: {} as never, from: 0, to: 9e9 }] },
      /version 1/,
    ],
  ])('fails %s with confidence 0 and the reason', (_, options, reason) => {
    const result = verifyContinuity(options)
    expect(result).toMatchObject({ verdict: 'FAIL', confidence: 0 })
    expect(result.reason).toMatch(reason)
  })

  it.each([undefined, null, 7, 'x', []])('answers %o like nothing at all', (options) => {
    expect(verifyContinuity(options as never)).toMatchObject({ verdict: 'FAIL', confidence: 0 })
  })

  it('says in the evidence that a missing stage was not judged', () => {
    const result = verifyContinuity({})
    expect(stage(result, 'EE-001')?.components[0]).toMatchObject({ status: 'insufficient', value: null })
    expect(stage(result, 'EE-003')?.components[0]).toMatchObject({ status: 'insufficient', value: null, threshold: 1 })
    const unfelt = verifyContinuity({ challengeResults: [{ challenge: answer.challenge, from: 0, to: 9000 }] })
    expect(stage(unfelt, 'EE-003')?.components[0].explanation).toBe(
      'there are no motion samples to judge the answer from',
    )
  })
})

describe('camera in verifyContinuity', () => {
  const { imu, camera, frames } = sceneOf(syntheticPerson(3), seededRandom(9), { seconds: 8 })

  it('adds EE-002 when a tracked point is given', () => {
    const coupling = stage(verifyContinuity({ imuSamples: imu, cameraSamples: camera }), 'EE-002')
    expect(coupling?.components).toMatchObject([
      { metric: 'couplingScore', threshold: 0.5, status: 'pass', value: coupling?.value },
    ])
    expect(coupling?.diagnostics).toMatchObject({ status: 'ok', lagMs: expect.any(Number), p: expect.any(Number) })
  })

  it('flags a camera that saw another motion', () => {
    const { camera: another } = sceneOf(syntheticPerson(4), seededRandom(21), { seconds: 8 })
    const kinds = (cameraSamples: unknown) =>
      verifyContinuity({ imuSamples: imu, cameraSamples }).threatReport.flagged.map(({ kind }) => kind)
    expect(kinds(another)).toContain('coupling_absent')
    expect(kinds(camera)).not.toContain('coupling_absent')
  })

  it('leaves EE-002 out without a camera or without a sensor', () => {
    expect(stage(verifyContinuity({ imuSamples: imu }), 'EE-002')).toBeUndefined()
    expect(stage(verifyContinuity({ cameraSamples: camera }), 'EE-002')).toBeUndefined()
  })

  it('takes the liveliest joint of frames, whose times may come apart from them', () => {
    const timed = stage(verifyContinuity({ imuSamples: imu, frames }), 'EE-002')
    const timestamps = frames.map(({ t }) => t)
    const apart = { imuSamples: imu, frames: frames.map(({ joints }) => ({ joints })), timestamps }
    expect(stage(verifyContinuity(apart), 'EE-002')).toEqual(timed)
    expect(stage(verifyContinuity({ ...apart, frames: frames.map(({ joints }) => joints) }), 'EE-002')).toEqual(timed)
    expect(timed?.diagnostics.status).toBe('ok')
  })

  it('overlooks frames that are none, with and without times of their own', () => {
    const odd = frames.map((frame, i) => (i % 30 === 7 ? [null, 'x', 7][Math.floor(i / 30) % 3] : frame))
    const timestamps = frames.map(({ t }) => t)
    const found = stage(verifyContinuity({ imuSamples: imu, frames: odd }), 'EE-002')
    expect(found?.diagnostics.status).toBe('ok')
    expect(stage(verifyContinuity({ imuSamples: imu, frames: odd, timestamps }), 'EE-002')).toEqual(found)
    expect(stage(verifyContinuity({ imuSamples: imu, timestamps }), 'EE-002')).toBeUndefined()
  })

  it('keeps the times that frames have', () => {
    const result = verifyContinuity({ imuSamples: imu, frames, timestamps: frames.map(() => 0) })
    expect(stage(result, 'EE-002')?.diagnostics.status).toBe('ok')
  })

  it('says when the camera track cannot be judged', () => {
    const result = verifyContinuity({ imuSamples: captureOf(syntheticPerson(1), seededRandom(1)), cameraSamples: [] })
    expect(stage(result, 'EE-002')?.components[0]).toMatchObject({ status: 'insufficient', value: null })
  })
})
