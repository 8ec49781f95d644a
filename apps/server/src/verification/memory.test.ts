import { type Capture, type ImuSample, isReplay, seededRandom } from '@stillhere/engine'
import { captureOf, sceneOf, syntheticPerson } from '@stillhere/engine/synthetic'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { sql } from '../database/sql.ts'
import { tidy } from '../jobs/housekeeping.ts'
import { nearestSimilarity, type Recalled, recall, type Trace, tracesOf } from './memory.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const captured = (seed: number) => captureOf(syntheticPerson(seed), seededRandom(seed), { seconds: 10 })
const trace = (imu: readonly ImuSample[]): Trace => {
  const [found] = tracesOf({ imu })
  if (!found) throw new Error('too little motion')
  return found
}
const recalled = async (one: Trace): Promise<Recalled> => {
  const [first] = await service.db.transaction((tx) => recall(tx, [one]))
  return first as Recalled
}
const stored = (table: 'replay_capture' | 'replay_hash') =>
  service.db.one<{ count: number }>(
    table === 'replay_capture'
      ? sql`SELECT count(*)::int AS count FROM replay_capture`
      : sql`SELECT count(*)::int AS count FROM replay_hash`,
  )

describe('the memory of motion', () => {
  it('finds nothing when it is empty, and not the capture itself', async () => {
    expect(await recalled(trace(captured(1)))).toMatchObject({ isKnown: false, candidates: [] })
  })

  it('knows the very same capture again', async () => {
    const one = trace(captured(1))
    await recalled(one)
    const again = await recalled(one)
    expect(again).toMatchObject({ isKnown: true, candidates: [] })
    expect(nearestSimilarity([again])).toBe(1)
    expect((await stored('replay_capture')).count).toBe(1)
  })

  it('knows a capture that was altered a little, among others', async () => {
    for (let seed = 1; seed < 12; seed++) await recalled(trace(captured(seed)))
    const random = seededRandom(3)
    const noisy = captured(5).map((sample) => ({
      ...sample,
      ax: sample.ax + 0.05 * random(),
      rz: 1.2 * (sample.rz ?? 0),
    }))
    const copy = trace(noisy)
    const found = await recalled(copy)
    expect(found.isKnown).toBe(false)
    expect(isReplay(nearestSimilarity([found]) ?? 0)).toBe(true)
    const fresh = trace(captured(40))
    expect(isReplay(nearestSimilarity([await recalled(fresh)]) ?? 0)).toBe(false)
  })

  it('knows old landmarks again that come with new samples, and old samples with new landmarks', async () => {
    const scene = (seed: number) => sceneOf(syntheticPerson(seed), seededRandom(seed), { seconds: 10 })
    const [old, fresh] = [scene(6), scene(7)]
    const similarity = (capture: Capture) =>
      service.db.transaction(async (tx) => nearestSimilarity(await recall(tx, tracesOf(capture))))
    expect(tracesOf(old)).toHaveLength(2)
    expect(isReplay((await similarity({ imu: old.imu, frames: old.frames })) ?? 1)).toBe(false)
    expect(await similarity({ imu: fresh.imu, frames: old.frames })).toBe(1)
    expect(await similarity({ imu: old.imu, frames: scene(8).frames })).toBe(1)
  })

  it('lets one of many parallel copies be new', async () => {
    const one = trace(captured(2))
    const answers = await Promise.all(Array.from({ length: 30 }, () => recalled(one)))
    expect(answers.filter(({ isKnown }) => !isKnown)).toHaveLength(1)
  })

  it('keeps at most 512 bytes of motion, no person and no hour', async () => {
    await recalled(trace(captured(3)))
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
    service.clock.set('2026-06-08T12:00:00.000Z')
    await recalled(trace(captured(5)))
    await tidy(service)
    expect((await stored('replay_capture')).count).toBe(2)
    service.clock.set('2026-06-09T00:00:00.000Z')
    await tidy(service)
    expect((await stored('replay_capture')).count).toBe(1)
    const orphans = await service.db.query(
      sql`SELECT 1 FROM replay_hash WHERE capture_id NOT IN (SELECT id FROM replay_capture)`,
    )
    expect(orphans).toEqual([])
    expect((await stored('replay_hash')).count).toBeGreaterThan(0)
  })

  it('has nothing to say about too little motion', () => {
    expect(tracesOf({ imu: captured(1).slice(0, 30) })).toEqual([])
    expect(tracesOf({})).toEqual([])
    expect(nearestSimilarity([])).toBeNull()
  })
})
