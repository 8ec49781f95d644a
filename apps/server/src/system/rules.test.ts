import { describe, expect, it } from 'vitest'
import { healthOf, NOT_BUILT } from './rules.ts'

const OK = { ok: true, latency_ms: 1.5, error: '' }
const NOW = new Date('2026-03-01T12:00:00.123Z')

describe('healthOf', () => {
  it.each([
    ['healthy', OK, OK],
    ['degraded', NOT_BUILT, OK],
    ['degraded', OK, NOT_BUILT],
    ['degraded', NOT_BUILT, NOT_BUILT],
  ])('is %s for datastore %o and wasm %o', (status, datastore, wasm) => {
    expect(healthOf({ datastore, wasm }, NOW).status).toBe(status)
  })

  it('carries the time it was asked, each part as it is, and no calibration', () => {
    expect(healthOf({ datastore: OK, wasm: NOT_BUILT }, NOW)).toEqual({
      status: 'degraded',
      timestamp: '2026-03-01T12:00:00.123Z',
      services: { datastore: OK, wasm: { ok: false, latency_ms: 0, error: 'not built yet' } },
      calibration: { active: false, source: 'default', sessions_collected: 0 },
    })
  })
})
