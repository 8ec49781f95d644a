import { type Capture, generateChallenge, type ImuSample, isReplay, seededRandom } from '@stillhere/engine'
import { captureOf, sceneOf, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetMotion } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { saveWaitingMotion } from '../../app/jobs/worker.ts'
import { toScript, sql } from '../../platform/database/sql.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { computeSimilarities, findSimilarMotion, type RecalledMotion } from './memory.ts'
import { type Trace, computeTraces } from './traces.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  service.clock.set('2026-03-10T12:00:00.000Z')
  await forgetMotion(service)
})
afterAll(() => service.stop())

const captured = (seed: number) => captureOf(syntheticPerson(seed), seededRandom(seed), { seconds: 10 })
const trace = (imu: readonly ImuSample[]): Trace => {
  const [found] = computeTraces({ imu })
  if (!found) throw new Error('too little motion')
  return found
}
const recalled = async (one: Trace): Promise<RecalledMotion & { similarity: number | null }> => {
  const found = await findSimilarMotion(service, [[one]])
  const [similarity = null] = computeSimilarities(found)
  return { ...(found[0]?.[0]?.whole as RecalledMotion), similarity }
}
/** A night later everything that waited is remembered. */
const sleepOn = async (night: string) => {
  service.clock.set(night)
  await saveWaitingMotion(service)
}
const NIGHT = '2026-03-11T00:00:00.000Z'
type MemoryTable = 'replay_waiting' | 'replay_capture' | 'replay_hash' | 'replay_stroke' | 'replay_stroke_hash'
const stored = (table: MemoryTable) =>
  service.db.one<{ count: number }>(toScript(`SELECT count(*)::int AS count FROM ${table}`))

describe('the memory of motion', () => {
  it('finds nothing when it is empty, and not the capture itself', async () => {
    expect(await recalled(trace(captured(1)))).toMatchObject({ isKnown: false, candidates: [], similarity: 0 })
  })

  it.each([
    ['that waits', () => Promise.resolve()],
    ['that is remembered', () => sleepOn(NIGHT)],
  ])('knows the very same capture %s again', async (_, pass) => {
    const one = trace(captured(1))
    await recalled(one)
    await pass()
    expect(await recalled(one)).toMatchObject({ isKnown: true, candidates: [], similarity: 1 })
    await sleepOn('2026-03-12T00:00:00.000Z')
    expect((await stored('replay_capture')).count).toBe(1)
  })

  it.each([
    ['that waits', () => Promise.resolve()],
    ['that is remembered', () => sleepOn(NIGHT)],
  ])('knows a capture %s and was altered a little, among others', async (_, pass) => {
    for (let seed = 1; seed < 12; seed++) await recalled(trace(captured(seed)))
    await pass()
    const random = seededRandom(3)
    const noisy = captured(5).map((sample) => ({
      ...sample,
      ax: sample.ax + 0.05 * random(),
      rz: 1.2 * (sample.rz ?? 0),
    }))
    const found = await recalled(trace(noisy))
    expect(found.isKnown).toBe(false)
    expect(isReplay(found.similarity ?? 0)).toBe(true)
    expect(isReplay((await recalled(trace(captured(40)))).similarity ?? 0)).toBe(false)
  })

  it.each([0.8, 1.2])(
    'F3: knows a capture again that is played at %s of its speed, waiting or remembered',
    async (speed) => {
      for (let seed = 1; seed < 12; seed++) await recalled(trace(captured(seed)))
      const played = (seed: number) => trace(captured(seed).map((sample) => ({ ...sample, t: sample.t / speed })))
      expect(isReplay((await recalled(played(5))).similarity ?? 0)).toBe(true)
      await sleepOn(NIGHT)
      expect(isReplay((await recalled(played(7))).similarity ?? 0)).toBe(true)
      expect(isReplay((await recalled(played(40))).similarity ?? 0)).toBe(false)
    },
  )

  it('knows old landmarks again that come with new samples, and old samples with new landmarks', async () => {
    const scene = (seed: number) => sceneOf(syntheticPerson(seed), seededRandom(seed), { seconds: 10 })
    const [old, fresh] = [scene(6), scene(7)]
    const similarity = async (capture: Capture) =>
      computeSimilarities(await findSimilarMotion(service, [computeTraces(capture)]))[0]
    expect(computeTraces(old)).toHaveLength(2)
    expect(isReplay((await similarity({ imu: old.imu, frames: old.frames })) ?? 1)).toBe(false)
    expect(await similarity({ imu: fresh.imu, frames: old.frames })).toBe(1)
    expect(await similarity({ imu: old.imu, frames: scene(8).frames })).toBe(1)
  })

  it('lets one of many parallel copies be new, while what waits moves into the memory', async () => {
    const one = trace(captured(2))
    service.clock.set(NIGHT)
    const answers = await Promise.all(Array.from({ length: 30 }, () => recalled(one)))
    service.clock.set('2026-03-12T00:00:00.000Z')
    const moved = [recalled(one), saveWaitingMotion(service), recalled(one), saveWaitingMotion(service), recalled(one)]
    await Promise.all(moved)
    expect(answers.filter(({ isKnown }) => !isKnown)).toHaveLength(1)
    expect(await Promise.all([moved[0], moved[2], moved[4]])).toMatchObject([
      { isKnown: true },
      { isKnown: true },
      { isKnown: true },
    ])
  })

  it('of two altered copies at once, at least one finds the other', async () => {
    const random = seededRandom(4)
    const copy = () => trace(captured(5).map((sample) => ({ ...sample, ax: sample.ax + 0.05 * random() })))
    const answers = await Promise.all([recalled(copy()), recalled(copy())])
    expect(answers.some(({ similarity }) => isReplay(similarity ?? 0))).toBe(true)
  })

  it('F9: waits sealed, in one size, and moves on in batches of 128 or when its day is over', async () => {
    for (let seed = 1; seed < 4; seed++) await recalled(trace(captured(seed)))
    await saveWaitingMotion(service)
    const rows = await service.db.query<{ sealed: Buffer }>(sql`SELECT sealed FROM replay_waiting`)
    expect(new Set(rows.map(({ sealed }) => sealed.length)).size).toBe(1)
    expect((await stored('replay_capture')).count).toBe(0)
    await service.db.query(sql`
      INSERT INTO replay_waiting (id, sealed, seen_on)
      SELECT sha256(n::text::bytea), (SELECT sealed FROM replay_waiting LIMIT 1), '2026-03-10'
      FROM generate_series(1, 125) AS n`)
    await Promise.all([saveWaitingMotion(service), saveWaitingMotion(service)])
    expect((await stored('replay_capture')).count).toBe(3)
    expect((await stored('replay_waiting')).count).toBe(0)
    await recalled(trace(captured(4)))
    await sleepOn(NIGHT)
    expect((await stored('replay_capture')).count).toBe(4)
  })

  it('forgets what waits under a key that is gone', async () => {
    await recalled(trace(captured(1)))
    const changed = { ...service, secrets: createSecrets(Buffer.alloc(32, 8)) }
    const again = trace(captured(1).map((sample) => ({ ...sample, rz: 1.2 * (sample.rz ?? 0) })))
    expect((await findSimilarMotion(service, [[again]]))[0]?.[0]?.whole.candidates).toHaveLength(1)
    expect((await findSimilarMotion(changed, [[again]]))[0]?.[0]?.whole.candidates).toEqual([])
    service.clock.set(NIGHT)
    await saveWaitingMotion(changed)
    expect((await stored('replay_waiting')).count).toBe(0)
    expect((await stored('replay_capture')).count).toBe(1)
  })

  it('opens what waits once in a process, however many scans follow', async () => {
    const opened = vi.fn(service.secrets.open)
    const process = { ...service, secrets: { ...service.secrets, open: opened } }
    for (let seed = 1; seed < 5; seed++) await findSimilarMotion(process, [[trace(captured(seed))]])
    expect(opened).toHaveBeenCalledTimes(4)
  })

  it('keeps at most 512 bytes of motion, no person and no hour', async () => {
    await recalled(trace(captured(3)))
    await sleepOn(NIGHT)
    const rows = await service.db.query<Record<string, unknown>>(sql`SELECT * FROM replay_capture`)
    const row = rows[0] as { digest: Buffer; seen_on: string }
    expect(Object.keys(row)).toEqual(['id', 'digest', 'hashes', 'seen_on'])
    expect(row.digest.length).toBeLessThanOrEqual(512)
    expect(row.seen_on).toBe('2026-03-10')
  })

  it('stands in no relation to any other table', async () => {
    const keys = await service.db.query(sql`
      SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint
      WHERE contype = 'f' AND (conrelid::regclass::text LIKE 'replay%' OR confrelid::regclass::text LIKE 'replay%')`)
    expect(keys).toEqual([])
  })

  it('forgets after 90 days, with all hashes', async () => {
    await recalled(trace(captured(4)))
    service.clock.set('2026-06-07T12:00:00.000Z')
    await recalled(trace(captured(5)))
    await sleepOn('2026-06-08T12:00:00.000Z')
    await deleteExpired(service)
    expect((await stored('replay_capture')).count).toBe(2)
    service.clock.set('2026-06-09T00:00:00.000Z')
    await deleteExpired(service)
    expect((await stored('replay_capture')).count).toBe(1)
    const orphans = await service.db.query(
      sql`SELECT 1 FROM replay_hash WHERE capture_id NOT IN (SELECT id FROM replay_capture)`,
    )
    expect(orphans).toEqual([])
    expect((await stored('replay_hash')).count).toBeGreaterThan(0)
  })

  it('F3: keeps each stroke of a capture by itself, with no person and no hour, and forgets it after 90 days', async () => {
    const challenge = generateChallenge(seededRandom(9))
    const imu = strokesOf(syntheticPerson(9), challenge.strokes, seededRandom(10))
    await findSimilarMotion(service, [computeTraces({ imu }, challenge)])
    await sleepOn(NIGHT)
    const rows = await service.db.query<{ seen_on: string }>(sql`SELECT * FROM replay_stroke`)
    expect(rows).toHaveLength(6)
    for (const row of rows) expect(Object.keys(row)).toEqual(['id', 'digest', 'hashes', 'seen_on'])
    expect(new Set(rows.map((row) => row.seen_on))).toEqual(new Set(['2026-03-10']))
    service.clock.set('2026-06-09T00:00:00.000Z')
    await deleteExpired(service)
    expect((await stored('replay_stroke')).count).toBe(0)
    expect((await stored('replay_stroke_hash')).count).toBe(0)
  })

  it('has nothing to say about too little motion', () => {
    expect(computeTraces({ imu: captured(1).slice(0, 30) })).toEqual([])
    expect(computeTraces({})).toEqual([])
    expect(computeSimilarities([[]])).toEqual([null])
  })
})
