import {
  type Challenge,
  generateChallenge,
  generateEnrollment,
  motionSignature,
  responseCapture,
  seededRandom,
  strokeWords,
  verifyContinuity,
} from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { answerAs, answerRoundsAs, captureBody, enrollBody, verifyBody } from './answer.ts'
import { STEADY_PEOPLE, syntheticPerson } from './mover.ts'

const challenge = generateChallenge(seededRandom(3))
const ada = syntheticPerson(STEADY_PEOPLE[0])

describe('answerAs', { timeout: 60_000 }, () => {
  it('gives what verifyContinuity passes', () => {
    expect(verifyContinuity(answerAs(ada, challenge))).toMatchObject({ verdict: 'PASS', reason: null })
  })

  it('tries until it looks right, so that clumsy people pass too', () => {
    const passed = [1, 3].map((seed) => verifyContinuity(answerAs(syntheticPerson(seed), challenge)).verdict)
    expect(passed).toEqual(['PASS', 'PASS'])
  })

  it('is the same for the same seed, and another for another', () => {
    const samples = (seed: number) => answerAs(ada, challenge, { seed, tries: 1 }).imuSamples
    expect(samples(5)).toEqual(samples(5))
    expect(samples(5)).not.toEqual(samples(6))
  })

  it('shows the hand to a camera only when asked', () => {
    expect(Object.keys(answerAs(ada, challenge))).toEqual(['imuSamples', 'challengeResults'])
    const { evidence } = verifyContinuity(answerAs(ada, challenge, { camera: true }))
    expect(evidence.find(({ engineId }) => engineId === 'EE-002')?.components[0]?.status).toBe('pass')
  })

  it('answers a challenge in the form of the service', () => {
    const actions = challenge.strokes.map(({ direction, atMs }) => ({
      direction,
      at_ms: atMs,
      words: strokeWords(direction),
    }))
    const asked = { actions, duration_ms: challenge.durationMs }
    expect(answerAs(ada, asked, { tries: 1 })).toEqual(answerAs(ada, challenge, { tries: 1 }))
  })
})

describe('answerRoundsAs', { timeout: 60_000 }, () => {
  const rounds = generateEnrollment(seededRandom(4))
  const answers = answerRoundsAs(ada, rounds, { seed: 7, tries: 1 })

  it('answers every round with another try', () => {
    expect(answers).toEqual(rounds.map((round, i) => answerAs(ada, round, { seed: 7 + i, tries: 1 })))
  })

  it('answers rounds in the form of the service, and a challenge of an older one', () => {
    const write = ({ strokes, durationMs }: Challenge) => ({
      actions: strokes.map(({ direction, atMs }) => ({ direction, at_ms: atMs, words: strokeWords(direction) })),
      duration_ms: durationMs,
    })
    const [first] = rounds.map(write)
    const older = { challenge_id: 'c', challenge_token: 't', expires_at: '', ...(first as ReturnType<typeof write>) }
    expect(answerRoundsAs(ada, { ...older, rounds: rounds.map(write) }, { seed: 7, tries: 1 })).toEqual(answers)
    expect(answerRoundsAs(ada, older, { seed: 7, tries: 1 })).toEqual(answers.slice(0, 1))
  })
})

const answer = answerAs(syntheticPerson(STEADY_PEOPLE[0]), generateChallenge(seededRandom(3)), {
  camera: true,
  tries: 1,
})
const servedChallenge = {
  challenge_id: 'c-1',
  challenge_token: 't-1',
  actions: [],
  duration_ms: 0,
  expires_at: '2026-03-01T12:00:00.000Z',
}

describe('captureBody', () => {
  it('is what the service reads back as the same motion', () => {
    const { imuSamples, cameraSamples, frames } = answer
    const read = responseCapture(captureBody(answer))
    expect(read.imu).toEqual(imuSamples)
    expect(read.camera).toBe(cameraSamples)
    expect(read.frames).toBe(frames)
    expect(captureBody(answer)).toMatchObject({ imu_sequence: { sample_rate_hz: 60 } })
  })

  it('says nothing of a camera or a gyroscope that was not there', () => {
    const imuSamples = [{ t: 0, ax: 1, ay: 2, az: 3 }]
    expect(captureBody({ imuSamples, challengeResults: [] })).toEqual({
      imu_sequence: { sample_rate_hz: 0, samples: [{ t: 0, accel: [1, 2, 3] }] },
    })
    expect(captureBody({ imuSamples: [], challengeResults: [] })).toEqual({
      imu_sequence: { sample_rate_hz: 0, samples: [] },
    })
  })
})

function enrolledAs(version: string): Parameters<typeof verifyBody>[1] {
  return { user_id: 'u-1', signature: { version } } as Parameters<typeof verifyBody>[1]
}

describe('enrollBody and verifyBody', () => {
  it('S4: sign what was enrolled, the sensors or the body', () => {
    const { imuSamples, frames = [] } = answer
    const [sensors, body] = [motionSignature({ imu: imuSamples }), motionSignature({ frames })]
    expect(sensors.version).not.toBe(body.version)
    for (const { vector, version } of [sensors, body]) {
      expect(verifyBody(servedChallenge, enrolledAs(version), answer).signature).toEqual({ vector, version })
    }
  })

  it('name the challenge and carry the motion', () => {
    const named = { challenge_id: 'c-1', challenge_token: 't-1' }
    const short = { ...answer, imuSamples: answer.imuSamples.slice(0, 3), cameraSamples: [], frames: [] }
    const capture = captureBody(short)
    expect(enrollBody(servedChallenge, [short, short])).toEqual({ challenge: named, captures: [capture, capture] })
    const body = verifyBody(servedChallenge, enrolledAs(motionSignature({ imu: answer.imuSamples }).version), answer)
    expect(body).toMatchObject({ challenge: named, response: { challenge_id: 'c-1', user_id: 'u-1' } })
    expect((body.signature as { vector: number[] }).vector).toHaveLength(128)
  })
})
