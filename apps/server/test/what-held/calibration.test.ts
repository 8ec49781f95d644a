import { DEFAULT_THRESHOLDS } from '@stillhere/engine'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addToTally } from '../../src/identity/node-store.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { ACCEPTED_TALLY, USABLE_TALLY } from '../../src/scan/research/store.ts'
import { researchFrames, researchUpload } from '../research.ts'
import { startTestService, type TestService } from '../service.ts'

const ADMIN = { 'x-admin-secret': 'the-admin-secret' }
const UPLOADED = 16
const BODIES = 303
const ADDRESSES = 62

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('303 made-up bodies of the kit from 62 addresses: 0 people counted, not activated', async () => {
  for (let body = 0; body < UPLOADED; body++) {
    const payload = researchUpload(researchFrames(body))
    const remoteAddress = `198.51.100.${body}`
    const answer = await service.call('POST', '/api/research/upload', { payload, remoteAddress })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  await copySessions()
  const run = await service.call('POST', '/api/admin/calibration/run', { headers: ADMIN })
  expect(run.statusCode, run.body).toBe(201)
  expect(run.json()).toMatchObject({ activated: false, people: 0, sessions: 0, excluded: { unusable: BODIES } })
  const status = (await service.call('GET', '/api/admin/calibration/status')).json()
  expect(status).toMatchObject({ calibrated: false, source: 'default', thresholds: DEFAULT_THRESHOLDS })
}, 120_000)

/** Each session again under other names, as if others had sent motion like it: to upload them all would take half a minute. */
async function copySessions(): Promise<void> {
  await service.db.query(sql`
    INSERT INTO research_session (session_id, received_at, delete_hash, person, source, usable, repeats, joints, frames,
      landmarks, content_hash, presence, pes_score, os, browser, viewport_width, viewport_height, lighting, duration_ms,
      total_frames, valid_frames, phases)
    SELECT gen_random_uuid(), received_at, delete_hash, person, sha256(convert_to((n % ${ADDRESSES})::text, 'UTF8')), usable,
      repeats, joints, frames, landmarks, sha256(convert_to(n::text, 'UTF8')), presence, pes_score, os, browser, viewport_width,
      viewport_height, lighting, duration_ms, total_frames, valid_frames, phases
    FROM generate_series(1, ${BODIES - UPLOADED}) AS n
    JOIN (SELECT *, row_number() OVER (ORDER BY id) AS place FROM research_session) AS s ON s.place = 1 + n % ${UPLOADED}`)
  await addToTally(service.db, ACCEPTED_TALLY, BODIES - UPLOADED)
  await addToTally(service.db, USABLE_TALLY, BODIES - UPLOADED)
}
