import type { CalibrationReport } from '@stillhere/contract'
import { DEFAULT_THRESHOLDS } from '@stillhere/engine'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ADA, challengeFor, enrollPerson, EVE, filmAnswer, verifyBody } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { storeStrokePeople } from '../../../test/stroke-sessions.ts'
import { findActiveCalibration } from './run.ts'

const PATIENCE_MS = 120_000
vi.setConfig({ testTimeout: PATIENCE_MS })

const ADMIN = { headers: { 'x-admin-secret': 'the-admin-secret' } }
const run = (payload: object) => service.call('POST', '/api/admin/calibration/run', { ...ADMIN, payload })
const post = (path: string) => service.call('POST', `/api/admin/calibration/${path}`, ADMIN)
const status = async () => (await service.call('GET', '/api/admin/calibration/status')).json()

let service: TestService
let report: CalibrationReport & { activated: boolean }
let before: Record<string, unknown>
beforeAll(async () => {
  service = await startTestService()
  const few = await run({ feature_mode: 'strokes' })
  expect([few.statusCode, few.json().error]).toEqual([400, 'INSUFFICIENT_DATA'])
  expect(few.json().detail).toMatch(/300 usable research sessions of strokes; there are 0/)
  await storeStrokePeople(service, { people: 20, sessionsEach: 2 })
  before = await status()
  const answer = await run({ feature_mode: 'strokes', target_fars: [0.05, 0.1, 0.2] })
  expect(answer.statusCode, answer.body).toBe(201)
  report = answer.json()
}, PATIENCE_MS)
afterAll(() => service.stop())

it('201: learns from strokes, tells other days apart, and puts what it found in force', () => {
  expect(report).toMatchObject({
    activated: true,
    feature_mode: 'strokes',
    // Two people of the kit are so much like others that their sessions count as outliers.
    excluded: { outliers: 4 },
    sessions: 36,
    people: 18,
    labels: 'people',
    same_day: null,
    cross_day: { pairs: 18 * 2 * 3, people: 18 },
    other_device: null,
    attacks: { worse: false, families: [{ name: 'strangers' }] },
  })
  expect(report.cross_day?.operating_points.map(({ target_far }) => target_far)).toEqual([0.05, 0.1, 0.2])
  expect(report.warnings).toContain('no person came back with another phone')
})

it('200: the status shows strokes apart, and what judges landmarks stays', async () => {
  const { strokes, ...landmarks } = await status()
  const { strokes: strokesBefore, ...landmarksBefore } = before
  expect(landmarks).toEqual(landmarksBefore)
  expect(landmarks).toMatchObject({ calibrated: false, thresholds: DEFAULT_THRESHOLDS })
  expect(strokesBefore).toMatchObject({ calibrated: false, artifact_id: null, sessions_needed: 0 })
  expect(strokes).toMatchObject({ calibrated: true, source: 'calibration', artifact_id: report.artifact_id })
  expect(strokes.thresholds.low).toBe(report.thresholds.low)
  expect(await findActiveCalibration(service.db, 'landmarks')).toBeNull()
  const health = (await service.call('GET', '/api/health')).json()
  expect(health.calibration).toMatchObject({ active: true, source: 'calibration' })
})

it('200: answers of motion sensors are held to its thresholds, whatever else is sent along', async () => {
  const enrollment = await enrollPerson(service, ADA)
  const judge = async (person: number, more: object = {}) => {
    const challenge = await challengeFor(service, { purpose: 'verify' })
    const { imu, frames } = filmAnswer(person, challenge)
    const body = verifyBody(challenge, enrollment, imu)
    const response = { ...(body['response'] as object), ...('camera' in more ? { pose_sequence: frames } : {}) }
    return (await service.call('POST', '/api/verify', { payload: { ...body, response } })).json()
  }
  const threshold = { threshold: report.thresholds.low, threshold_source: `calibration:${report.artifact_id}` }
  expect(await judge(ADA, { camera: true })).toMatchObject(threshold)
  // Strokes alone tell people of the kit apart mostly, not always.
  const threeTimes = async (person: number) => [await judge(person), await judge(person), await judge(person)]
  const [own, strange] = [await threeTimes(ADA), await threeTimes(EVE)]
  for (const outcome of [...own, ...strange]) expect(outcome).toMatchObject(threshold)
  expect(own.map(({ verified }) => verified)).toContain(true)
  expect(strange.map(({ verified }) => verified)).toContain(false)
  expect((await post('deactivate')).statusCode).toBe(200)
  expect(await judge(ADA)).toMatchObject({ threshold: DEFAULT_THRESHOLDS.low, threshold_source: 'default' })
  expect((await status()).strokes).toMatchObject({ calibrated: false, thresholds: DEFAULT_THRESHOLDS })
  const { strokes, calibrated } = (await post(`artifacts/${report.artifact_id}/activate`)).json()
  expect([strokes.artifact_id, calibrated]).toEqual([report.artifact_id, false])
})
