import type { Enrollment, Verification } from '@stillhere/contract'
import { calibrate, DEFAULT_THRESHOLDS, enroll, motionSignature, seededRandom } from '@stillhere/engine'
import { type Scene, sceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADA, challengeFor, filmAnswer, verifyBody } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { sealEnrollment } from '../enrollment/enrollment.ts'

const ARTIFACT = '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40'
const THRESHOLDS = { low: 0.41, medium: 0.63, high: 0.87 }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await putInForce(learnedModel())
}, 120_000)
afterAll(() => service.stop())

function learnedModel(): unknown {
  const random = seededRandom(3)
  const sessions = Array.from({ length: 60 }, (_, index) => ({
    id: String(index),
    person: `person-${index % 15}`,
    source: null,
    presence: 1,
    frames: sceneOf(syntheticPerson(index % 15), random).frames,
  }))
  return calibrate(sessions).model
}

async function putInForce(model: unknown): Promise<void> {
  await service.db.query(sql`
    INSERT INTO calibration_artifact (id, created_at, sessions, people, feature_mode, thresholds, applicable, report, model)
    VALUES (${ARTIFACT}, now(), 60, 15, 'signature_128', ${JSON.stringify(THRESHOLDS)}, true, '{}', ${JSON.stringify(model)})`)
  await service.db.query(sql`UPDATE calibration_active SET artifact_id = ${ARTIFACT}`)
}

/** An enrollment of landmarks as the service would seal it. */
function enrollmentOf({ frames }: Scene): Enrollment {
  const { mean, version, variance, count, missing } = enroll([motionSignature({ frames })])
  const shown = {
    user_id: 'anon-test',
    number: 1,
    signature: { version },
    sample_count: count,
    enrolled_at: '2026-03-10T12:00:00.000Z',
    expires_at: '2026-04-10T12:00:00.000Z',
    device_info: null,
  }
  return sealEnrollment(service.secrets, shown, { vector: mean, variance, missing: [...missing] })
}

async function verifiedWith(level: 'low' | 'medium' | 'high', landmarks: boolean): Promise<Verification> {
  const asked = await challengeFor(service, { purpose: 'verify' })
  const scene = filmAnswer(ADA, asked)
  const body = verifyBody(asked, enrollmentOf(scene), scene.imu)
  const response = { ...(body['response'] as object), ...(landmarks ? { pose_sequence: scene.frames } : {}) }
  const { vector, version } = motionSignature({ frames: scene.frames })
  const payload = { ...body, response, signature: { vector, version }, risk_level: level }
  return (await service.call('POST', '/api/verify', { payload })).json()
}

it.each(['low', 'medium', 'high'] as const)(
  '200: landmarks are held to the calibrated threshold of risk level %s',
  async (level) => {
    expect(await verifiedWith(level, true)).toMatchObject({
      risk_level: level,
      threshold: THRESHOLDS[level],
      threshold_source: `calibration:${ARTIFACT}`,
    })
  },
)

it('200: an answer of sensors alone keeps the shipped threshold', async () => {
  expect(await verifiedWith('high', false)).toMatchObject({
    threshold: DEFAULT_THRESHOLDS.high,
    threshold_source: 'default',
  })
})
