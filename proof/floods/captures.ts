import { enroll, type ImuSample, motionSignature, seededRandom } from '@stillhere/engine'
import { captureOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import type { Row } from '../world/parts.ts'
import { addressOf, type RequestParts } from '../world/requests.ts'
import type { RunningService } from '../world/service.ts'
import { sendAtOnce } from './burst.ts'
import { startFlooded } from './flooded.ts'

const COUNT = 200
// The most that is read: 6,000 samples in 30 s.
const SECONDS = 29.9
const RATE_HZ = 200

/** The longest captures that are judged at all, many at once, each of an address and a person of its own. */
export async function capture(): Promise<Row[]> {
  const service = await startFlooded()
  const { requests, end } = await makeAnswers(service)
  const what = `${COUNT} answers at once with captures of ${SECONDS} s at ${RATE_HZ} Hz, ${(end.length / 1024).toFixed(0)} kB each`
  const rows = await sendAtOnce(service, { what, wanted: 200, requests, end })
  await service.stop()
  return rows
}

/** Each to a challenge of its own, which was asked for long enough ago; the motion is the same, and found to be only after it was judged. */
async function makeAnswers({ ask }: RunningService): Promise<{ requests: RequestParts[]; end: string }> {
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
  const { mean: vector, variance, missing, version, count } = template
  const enrolled = { vector, variance, missing: [...missing], version, samples: count }
  const sealed = await ask('sealAnswers', { template: enrolled, count: COUNT })
  const requests = sealed.map(({ enrollment, challenge }, n) => {
    const begin = JSON.stringify({ enrollment, challenge, risk_level: 'low' }).slice(0, -1)
    const body = `${begin},"response":{"challenge_id":"${challenge.challenge_id}",`
    return { method: 'POST' as const, path: '/api/verify', address: addressOf(n), body }
  })
  return { requests, end }
}
