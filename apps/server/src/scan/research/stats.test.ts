import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAddress, researchUpload } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { toScript } from '../../platform/database/sql.ts'
import { toStats } from './rules.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const NO_STROKES = {
  session_count: 0,
  sessions_needed: 300,
  people: 0,
  people_on_other_days: 0,
  people_on_other_devices: 0,
}

const stats = async () => (await service.call('GET', '/api/research/stats')).json()

describe('GET /api/research/stats', () => {
  it('200: counts every accepted upload, usable or not, and knows the time of the last', async () => {
    expect(await stats()).toEqual({
      session_count: 0,
      sessions_needed: 300,
      meets_threshold: false,
      progress_pct: 0,
      latest_session_at: null,
      checked_at: '2026-03-10T12:00:00.000Z',
      takes_recordings: true,
      strokes: NO_STROKES,
    })
    for (let one = 0; one < 4; one++) {
      service.clock.set(`2026-03-10T12:0${one}:00.000Z`)
      const payload = researchUpload()
      await service.call('POST', '/api/research/upload', { payload, remoteAddress: newAddress() })
    }
    service.clock.set('2026-03-10T13:00:00.000Z')
    expect(await stats()).toEqual({
      session_count: 4,
      // F17: nothing in them that a calibration could use.
      sessions_needed: 300,
      meets_threshold: false,
      progress_pct: 0,
      latest_session_at: '2026-03-10T12:03:00.000Z',
      checked_at: '2026-03-10T13:00:00.000Z',
      takes_recordings: true,
      strokes: NO_STROKES,
    })
  })

  it('has an index for the time of the last session', async () => {
    await service.db.transaction(async (tx) => {
      await tx.query(toScript('SET LOCAL enable_seqscan = off'))
      const plan = await tx.query(toScript('EXPLAIN SELECT max(received_at) FROM research_session'))
      expect(JSON.stringify(plan)).toContain('research_session_latest')
      expect(JSON.stringify(plan)).not.toContain('Seq Scan')
    })
  })
})

describe('toStats', () => {
  const now = new Date('2026-03-10T12:00:00.000Z')

  it.each([
    [0, 300, false, 0],
    [2, 298, false, 0],
    [3, 297, false, 1],
    [299, 1, false, 99],
    [300, 0, true, 100],
    [1_000_000, 0, true, 100],
  ])('F17: of %i usable sessions needs %i, meets: %s, %i %%', (usable, needed, meets, percent) => {
    const accepted = usable + 303
    const strokes = { accepted, usable, people: 9, onOtherDays: 4, onOtherDevices: 2 }
    expect(toStats({ accepted, usable, latestAt: now, takesRecordings: true, strokes }, now)).toMatchObject({
      session_count: accepted,
      sessions_needed: needed,
      meets_threshold: meets,
      progress_pct: percent,
      takes_recordings: true,
      strokes: {
        session_count: accepted,
        sessions_needed: needed,
        people: 9,
        people_on_other_days: 4,
        people_on_other_devices: 2,
      },
    })
  })
})
