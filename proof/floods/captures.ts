import { enroll, type ImuSample, motionSignature, seededRandom } from '@stillhere/engine'
import { captureOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import type { Secrets } from '../../apps/server/src/secrets.ts'
import { drawChallenge, sealChallenge } from '../../apps/server/src/verification/challenge.ts'
import { sealEnrollment } from '../../apps/server/src/verification/enrollment.ts'
import { readSecretsIn } from '../faults/data-folder.ts'
import type { Row } from '../world/parts.ts'
import { sendAtOnce } from './burst.ts'
import { startService } from './programs.ts'
import { addressOf, type RequestParts } from './requests.ts'

const COUNT = 200
// The most that is read: 6,000 samples in 30 s.
const SECONDS = 29.9
const RATE_HZ = 200

/** The longest captures that are judged at all, many at once, each of an address and a person of its own. */
export async function capture(): Promise<Row[]> {
  const service = await startService()
  const { requests, end } = makeAnswers(readSecretsIn(service.dataDir))
  const what = `${COUNT} answers at once with captures of ${SECONDS} s at ${RATE_HZ} Hz, ${(end.length / 1024).toFixed(0)} kB each`
  const rows = await sendAtOnce(service, { what, wanted: 200, requests, end })
  await service.stop()
  return rows
}

/** Each to a challenge of its own, which was asked for long enough ago; the motion is the same, and found to be only after it was judged. */
function makeAnswers(secrets: Secrets): { requests: RequestParts[]; end: string } {
  const random = seededRandom(1)
  const imu = captureOf(syntheticPerson(1), random, { seconds: SECONDS, rateHz: RATE_HZ })
  const signature = motionSignature({ imu })
  const template = enroll([signature, motionSignature({ imu: captureOf(syntheticPerson(1), random, { seconds: 10 }) })])
  const samples = imu.map(({ t, ax, ay, az, rx, ry, rz }: ImuSample) => ({
    t,
    accel: [ax, ay, az],
    gyro: [rx, ry, rz],
  }))
  const sequence = JSON.stringify({ sample_rate_hz: RATE_HZ, samples })
  const end = `"imu_sequence":${sequence}},"signature":${JSON.stringify(signature)}}`
  const requests = Array.from({ length: COUNT }, (_, n) => ({
    method: 'POST' as const,
    path: '/api/verify',
    address: addressOf(n),
    body: writeBegin(secrets, template, n),
  }))
  return { requests, end }
}

function writeBegin(secrets: Secrets, template: ReturnType<typeof enroll>, n: number): string {
  const now = new Date()
  const later = new Date(now.getTime() + 3_600_000)
  const issued = {
    ...drawChallenge({ purpose: 'verify', node: null }, new Date(now.getTime() - 60_000)),
    expiresAt: later,
  }
  const { mean: vector, variance, missing, version, count } = template
  const shown = {
    user_id: `anon-${n}`,
    number: 1,
    signature: { version },
    sample_count: count,
    enrolled_at: now.toISOString(),
    expires_at: later.toISOString(),
    device_info: null,
  }
  const enrollment = sealEnrollment(secrets, shown, { vector, variance, missing: [...missing] })
  const challenge = { challenge_id: issued.id, challenge_token: sealChallenge(secrets, issued) }
  const begin = JSON.stringify({ enrollment, challenge, risk_level: 'low' }).slice(0, -1)
  return `${begin},"response":{"challenge_id":"${issued.id}",`
}
