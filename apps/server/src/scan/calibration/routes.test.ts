import type { CalibrationReport } from '@stillhere/contract'
import { DEFAULT_THRESHOLDS } from '@stillhere/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newAddress, researchFrames, researchUpload } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { uploadMadeUpPeople } from '../../../test/uploads.ts'
import { addToTally } from '../../identity/node-store.ts'
import { sql } from '../../platform/database/sql.ts'
import { ACCEPTED_TALLY, USABLE_TALLY } from '../research/store.ts'
import { findActiveCalibration, runClaimed, startRun, claimStalledRun } from './run.ts'

// Each run starts a thread, which on a busy machine takes its time; only a failure lasts as long.
const PATIENCE_MS = 120_000
vi.setConfig({ testTimeout: PATIENCE_MS })

const ADMIN = { headers: { 'x-admin-secret': 'the-admin-secret' } }
const RUN = '/api/admin/calibration/run'
const NOBODY = '00000000-0000-4000-8000-000000000000'

type Report = CalibrationReport & { success: boolean; activated: boolean }

let service: TestService
const status = async () => (await service.call('GET', '/api/admin/calibration/status')).json()
const run = (payload: object = {}, headers: Record<string, string> = {}) =>
  service.call('POST', RUN, {
    headers: { ...ADMIN.headers, ...headers },
    payload,
  })
const post = (path: string) => service.call('POST', `/api/admin/calibration/${path}`, ADMIN)
const get = (path: string) => service.call('GET', `/api/admin/calibration/${path}`, ADMIN)

describe('without sessions', () => {
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  it('200: the status shows the shipped thresholds to everybody', async () => {
    const shipped = {
      calibrated: false,
      source: 'default',
      thresholds: DEFAULT_THRESHOLDS,
      research_sessions_count: 0,
      meets_minimum_threshold: false,
      sessions_needed: 300,
      artifact_id: null,
    }
    expect(await status()).toEqual({ ...shipped, strokes: shipped })
  })

  it('401: a run needs the secret, before anything else is looked at', async () => {
    const answer = await service.call('POST', RUN, {
      payload: { pca_output_dim: 'x' },
    })
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'UNAUTHORIZED'])
  })

  it.each([
    [{ pca_output_dim: 0 }, '/pca_output_dim'],
    [{ pca_output_dim: 1.5 }, '/pca_output_dim'],
    [{ pca_output_dim: 129 }, '/pca_output_dim'],
    [{ feature_mode: 'gait' }, '/feature_mode'],
    [{ target_fars: [] }, '/target_fars'],
    [{ target_fars: [0.1, 0] }, '/target_fars/1'],
    [{ target_fars: [1] }, '/target_fars/0'],
    [{ target_fars: 0.1 }, '/target_fars'],
    [{ min_variance: 0 }, '/min_variance'],
    [{ min_variance: 1.1 }, '/min_variance'],
    [{ use_rust_features: 'yes' }, '/use_rust_features'],
  ])('400: refuses %o by name, before it counts sessions', async (options, pointer) => {
    const answer = await run(options)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error: 'INVALID_REQUEST',
      errors: [{ pointer }],
    })
  })

  it('400: with too few sessions it names the counts and leaves no run', async () => {
    const answer = await run()
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'INSUFFICIENT_DATA'])
    expect(answer.json().detail).toMatch(/300.*\b0\b/)
    expect((await get('runs')).json()).toEqual({ runs: [] })
  })

  it.each(['runs/x', `runs/${NOBODY}`, 'artifacts/x', `artifacts/${NOBODY}`])('404: there is no %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })

  it.each([`runs/${NOBODY}/cancel`, `artifacts/${NOBODY}/activate`])('404: there is nothing to %s', async (path) => {
    expect((await post(path)).statusCode).toBe(404)
  })

  it.each(['runs', `runs/${NOBODY}`, 'artifacts', `artifacts/${NOBODY}`])('401: %s needs the secret', async (path) => {
    expect((await service.call('GET', `/api/admin/calibration/${path}`)).statusCode).toBe(401)
  })
})

describe('with six accepted sessions, two of which a calibration can use', () => {
  beforeAll(async () => {
    service = await startTestService()
    const shown = researchFrames(1)
    const uploads = [shown, shown, shown, researchFrames(2), 'unreadable', []]
    for (const landmarks of uploads) {
      const payload = researchUpload(landmarks)
      await service.call('POST', '/api/research/upload', { payload, remoteAddress: newAddress() })
    }
  })
  afterAll(() => service.stop())

  const usableCounts = async () => {
    const { sessions_needed: inStatus } = await status()
    const { sessions_needed: inStats } = (await service.call('GET', '/api/research/stats')).json()
    const { detail } = (await run()).json()
    return { inStatus: 300 - inStatus, inStats: 300 - inStats, inRun: Number(/there are (\d+),/.exec(detail)?.[1]) }
  }

  it('the run, the status and the statistics count the same two', async () => {
    expect(await usableCounts()).toEqual({ inStatus: 2, inStats: 2, inRun: 2 })
  })

  it('400: 300 accepted sessions are too few where 299 of them can be used', async () => {
    await addToTally(service.db, ACCEPTED_TALLY, 294)
    await addToTally(service.db, USABLE_TALLY, 297)
    const answer = await run()
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'INSUFFICIENT_DATA'])
    expect(await usableCounts()).toEqual({ inStatus: 299, inStats: 299, inRun: 299 })
    expect(await status()).toMatchObject({ research_sessions_count: 300, meets_minimum_threshold: false })
  })
})

// test/circle.test.ts uploads as many as a run asks for; a calibration can be learned from fewer, and here only the count has them all.
describe('with 310 sessions, 54 of them stored, of 18 people', () => {
  beforeAll(async () => {
    service = await startTestService()
    await uploadMadeUpPeople(service, { people: 18, sessionsEach: 3 })
    await addToTally(service.db, ACCEPTED_TALLY, 310 - 54)
    await addToTally(service.db, USABLE_TALLY, 310 - 54)
  }, PATIENCE_MS)
  afterAll(() => service.stop())

  describe('and three runs over them', () => {
    let first: Report, second: Report, posture: Report
    beforeAll(async () => {
      first = (await run({ target_fars: [0.05, 0.1, 0.2] })).json()
      service.clock.set('2026-03-10T12:00:01.000Z')
      second = (await run({ target_fars: [0.0001, 0.1, 0.2], pca_output_dim: 12 })).json()
      service.clock.set('2026-03-10T12:00:02.000Z')
      posture = (await run({ feature_mode: 'posture' })).json()
    }, PATIENCE_MS)

    it('201: calibrates, puts the artifact in force and reports what it found', async () => {
      expect(first).toMatchObject({
        success: true,
        activated: true,
        sessions: 54,
        people: 18,
        labels: 'people',
      })
      expect(first.operating_points.map(({ target_far }) => target_far)).toEqual([0.05, 0.1, 0.2])
      const levels = [first.thresholds.low, first.thresholds.medium, first.thresholds.high].map(Number)
      expect(levels).toEqual(levels.toSorted((a, b) => a - b))
      expect(first).toEqual({
        success: true,
        activated: true,
        ...(await get(`artifacts/${first.artifact_id}`)).json(),
      })
    })

    it('201: a target that the people cannot support is null and named, and its level keeps the shipped threshold', async () => {
      expect(second.operating_points[0]).toMatchObject({
        target_far: 0.0001,
        threshold: null,
      })
      expect(second.thresholds.high).toBeNull()
      expect(second.warnings.join('\n')).toContain('0.01 %')
      expect(await status()).toMatchObject({
        calibrated: true,
        source: 'calibration',
        artifact_id: second.artifact_id,
      })
      expect((await status()).thresholds.high).toBeGreaterThanOrEqual(DEFAULT_THRESHOLDS.high)
      const health = (await service.call('GET', '/api/health')).json()
      expect(health.calibration).toEqual({
        active: true,
        source: 'calibration',
        sessions_collected: 310,
      })
    })

    it('201: posture features are kept for comparison and not put in force', async () => {
      expect(posture).toMatchObject({
        activated: false,
        feature_mode: 'posture',
      })
      const answer = await post(`artifacts/${posture.artifact_id}/activate`)
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'CALIBRATION_NOT_APPLICABLE'])
      expect((await status()).artifact_id).toBe(second.artifact_id)
    })

    it('200: goes back to an earlier artifact, and to the shipped thresholds', async () => {
      expect((await post(`artifacts/${first.artifact_id}/activate`)).json().artifact_id).toBe(first.artifact_id)
      const { artifacts } = (await get('artifacts')).json()
      expect(artifacts).toMatchObject([
        { artifact_id: posture.artifact_id, active: false },
        { artifact_id: second.artifact_id, active: false },
        { artifact_id: first.artifact_id, active: true },
      ])
      expect((await findActiveCalibration(service.db, 'landmarks'))?.id).toBe(first.artifact_id)
      expect((await post('deactivate')).statusCode).toBe(200)
      expect(await status()).toMatchObject({
        calibrated: false,
        thresholds: DEFAULT_THRESHOLDS,
      })
      expect(await findActiveCalibration(service.db, 'landmarks')).toBeNull()
    })
  })

  describe('and no run', () => {
    beforeEach(async () => {
      await service.db.query(sql`UPDATE calibration_active SET artifact_id = NULL`)
      await service.db.query(sql`DELETE FROM calibration_run`)
      await service.db.query(sql`DELETE FROM calibration_artifact`)
    })

    it('201 and 409: of two runs at once one is made', async () => {
      const answers = await Promise.all([run(), run()])
      const [made, refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
      expect(made?.statusCode).toBe(201)
      expect([refused?.statusCode, refused?.json().error]).toEqual([409, 'CALIBRATION_RUNNING'])
      expect((await get('runs')).json().runs).toHaveLength(1)
    })

    it('202: does not wait when asked not to, and shows the progress until the end', async () => {
      const answer = await run({}, { prefer: 'respond-async' })
      expect(answer.statusCode).toBe(202)
      const { run_id } = answer.json()
      expect(answer.headers.location).toBe(`/api/admin/calibration/runs/${run_id}`)
      const end = await vi.waitFor(async () => {
        const shown = (await get(`runs/${run_id}`)).json()
        expect(shown.state).toBe('done')
        return shown
      }, PATIENCE_MS)
      expect(end).toMatchObject({
        percent: 100,
        artifact_id: expect.any(String),
        problem: null,
      })
    })

    it('409: a run that is canceled ends without a result, and the next one can begin', async () => {
      const { waiting } = await service.db.transaction(async (tx) => {
        // Nothing can be written of its result, so it cannot end before it is canceled.
        await tx.query(sql`LOCK TABLE calibration_artifact IN SHARE MODE`)
        const begun = run()
        const { runs } = await vi.waitFor(async () => {
          const shown = (await get('runs')).json()
          expect(shown.runs).toHaveLength(1)
          return shown
        }, PATIENCE_MS)
        expect((await post(`runs/${runs[0].run_id}/cancel`)).json().state).toBe('cancelled')
        return { waiting: begun }
      })
      const answer = await waiting
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'CALIBRATION_ENDED'])
      expect((await get('artifacts')).json().artifacts).toEqual([])
      expect(await startRun(service, {})).toMatchObject({ options: {} })
    })

    it('goes on with the run of a process that died, and only with such a one', async () => {
      const left = await startRun(service, { target_fars: [0.1] })
      expect(await claimStalledRun(service)).toBeUndefined()
      service.clock.set('2026-03-10T12:00:30.000Z')
      const taken = await claimStalledRun(service)
      expect(taken).toMatchObject({
        id: left.id,
        options: { target_fars: [0.1] },
      })
      if (taken) await runClaimed(service, taken)
      expect((await get(`runs/${left.id}`)).json()).toMatchObject({
        state: 'done',
        percent: 100,
      })
      await runClaimed(service, left)
      expect((await get('artifacts')).json().artifacts).toHaveLength(1)
    })

    it('leaves a run that it must stop to the next process', async () => {
      const left = await startRun(service, {})
      const stopped = AbortSignal.abort()
      await runClaimed(service, left, { stopped })
      expect(await claimStalledRun(service)).toMatchObject({ id: left.id })
    })
  })
})
