import { generateChallenge, motionSignature, responseCapture, seededRandom } from '@stillhere/engine'
import { describe, expect, it } from 'vitest'
import { answerAs } from './answer.ts'
import { captureBody, enrollBody, verifyBody } from './bodies.ts'
import { STEADY_PEOPLE, syntheticPerson } from './people.ts'

const answer = answerAs(syntheticPerson(STEADY_PEOPLE[0]), generateChallenge(seededRandom(3)), {
  camera: true,
  tries: 1,
})
const challenge = {
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
      expect(verifyBody(challenge, enrolledAs(version), answer).signature).toEqual({ vector, version })
    }
  })

  it('name the challenge and carry the motion', () => {
    const named = { challenge_id: 'c-1', challenge_token: 't-1' }
    const short = { ...answer, imuSamples: answer.imuSamples.slice(0, 3), cameraSamples: [], frames: [] }
    const capture = captureBody(short)
    expect(enrollBody(challenge, [short, short])).toEqual({ challenge: named, captures: [capture, capture] })
    const body = verifyBody(challenge, enrolledAs(motionSignature({ imu: answer.imuSamples }).version), answer)
    expect(body).toMatchObject({ challenge: named, response: { challenge_id: 'c-1', user_id: 'u-1' } })
    expect((body.signature as { vector: number[] }).vector).toHaveLength(128)
  })
})
