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

type Step = { id: string; commitment: string; elapsed_ms: number }
type Sent = { challenge: unknown[]; steps: Step[]; enroll: unknown[]; verify: unknown[] }

/** How a service behaves that tells strokes one at a time. */
export type LiveBehavior = {
  /** Waits before a challenge or a step is answered. */
  delay?: (what: 'challenge' | 'step', index: number) => Promise<void>
  credentialIds?: string[]
  /** Changes what a passkey is to sign. */
  statement?: Partial<typeof STATEMENT> | undefined
}

/** What a passkey is to sign of a scan for nothing in particular. */
export const STATEMENT = {
  action: null as string | null,
  action_digest: null as string | null,
  audience: null as string | null,
  nonce: null as string | null,
  challenge_id: 'one',
  chain: null,
  issuer: '0'.repeat(64),
  method: 'hand' as const,
  level: 2 as 2 | 3,
  not_after: '2026-07-13T10:10:00.000Z',
}

/** The methods of a client, answered in memory by the same engine as a service's; it remembers and seals nothing, and knows no live pace unless told how. */
export function createFakeService(
  challenge: Challenge,
  now: () => number,
  live?: LiveBehavior,
): VerificationClient & { sent: Sent } {
  const sent: Sent = { challenge: [], steps: [], enroll: [], verify: [] }
  const actions = challenge.strokes.map(({ direction, atMs }) => ({
    direction,
    at_ms: atMs,
    words: strokeWords(direction),
  }))
  const signer = testKey()
  return {
    sent,
    requestChallenge: async (wanted) => {
      sent.challenge.push(wanted)
      const isLive = live !== undefined && wanted.pace === 'live'
      if (isLive) sent.steps.length = 0
      await live?.delay?.('challenge', sent.challenge.length)
      return {
        challenge_id: 'one',
        challenge_token: 'sealed',
        actions: isLive ? actions.slice(0, 1) : actions,
        ...(live && { pace: isLive ? ('live' as const) : ('batch' as const), stroke_count: actions.length }),
        ...(isLive &&
          live.credentialIds && {
            passkeys: { rp_id: 'localhost', credential_ids: live.credentialIds },
            statement: { ...STATEMENT, level: wanted.assurance === 3 ? 3 : 2, ...live.statement },
          }),
        duration_ms: challenge.durationMs,
        expires_at: new Date(now() + 60_000).toISOString(),
      }
    },
    advanceChallenge: async (step) => {
      sent.steps.push(step)
      const made = sent.steps.length
      await live?.delay?.('step', made)
      return { step: made, action: actions[made] ?? null, server_time: new Date(now()).toISOString() }
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
        request.enrollment && openEnrollment(request.enrollment),
        challenge,
        request.response,
        request.signature,
        { riskLevel: request.risk_level ?? 'medium', enrollmentState: request.enrollment ? 'ok' : 'none' },
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
