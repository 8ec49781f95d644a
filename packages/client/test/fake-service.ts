import type { Enrollment } from '@stillhere/contract'
import {
  type Challenge,
  enroll,
  motionSignature,
  responseCapture,
  scorePresence,
  strokeWords,
  verifyContinuity,
} from '@stillhere/engine'
import { signContinuity } from '../src/continuity/own-receipt.ts'
import type { VerificationClient } from '../src/continuity/service-client.ts'
import { testKey } from './fake-page.ts'

type Sent = { challenge: unknown[]; enroll: unknown[]; verify: unknown[] }

/** The three methods of a client, answered in memory by the same engine as a service's; it remembers and seals nothing. */
export function createFakeService(challenge: Challenge, now: () => number): VerificationClient & { sent: Sent } {
  const sent: Sent = { challenge: [], enroll: [], verify: [] }
  const signer = testKey()
  return {
    sent,
    requestChallenge: async (wanted) => {
      sent.challenge.push(wanted)
      return {
        challenge_id: 'one',
        challenge_token: 'sealed',
        actions: challenge.strokes.map(({ direction, atMs }) => ({
          direction,
          at_ms: atMs,
          words: strokeWords(direction),
        })),
        duration_ms: challenge.durationMs,
        expires_at: new Date(now() + 60_000).toISOString(),
      }
    },
    enrollPerson: async (request) => {
      sent.enroll.push(request)
      const { version, mean, variance, missing, count } = enroll(
        request.captures.map((capture) => motionSignature(responseCapture(capture))),
      )
      const days = { enrolled_at: new Date(now()).toISOString(), expires_at: new Date(now() + 1e9).toISOString() }
      const template = JSON.stringify({ vector: [...mean], variance: [...variance], missing: [...missing] })
      const sealed = { device_info: null, key_id: 'key', seal: 'seal', user_id: 'somebody', number: 1, ...days }
      return { signature: { version }, template, sample_count: count, ...sealed }
    },
    verifyPresence: async (request) => {
      sent.verify.push(request)
      const { evidence: _, ...answer } = scorePresence(
        openEnrollment(request.enrollment),
        challenge,
        request.response,
        request.signature,
      )
      if (!answer.verified) return answer
      const imu = [...(responseCapture(request.response).imu ?? [])]
      const to = imu.at(-1)?.t ?? 0
      const continuity = verifyContinuity({ imuSamples: imu, challengeResults: [{ challenge, from: 0, to }] })
      const interval = { startedAt: Math.round(now() - to), endedAt: Math.round(now()) }
      const receipt = await signContinuity(interval, continuity, { signer, audience: request.audience, now: now() })
      return { ...answer, receipt }
    },
  }
}

/** In memory nothing is encrypted; the engine knows an enrollment with its vector. */
function openEnrollment(enrollment: object): object {
  const { template, signature, sample_count } = enrollment as Enrollment
  const { vector, variance, missing } = JSON.parse(template)
  return { signature: { ...signature, vector }, variance, missing, sample_count }
}
