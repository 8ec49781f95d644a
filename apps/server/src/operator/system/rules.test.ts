import { describe, expect, it } from 'vitest'
import { describeEngine, toHealth } from './routes.ts'

const BROKEN = { ok: false, latency_ms: 0, error: 'broken' }
const OK = { ok: true, latency_ms: 1.5, error: '' }
const NONE = { active: false, source: 'default', sessions_collected: 0 }
const NOW = new Date('2026-03-01T12:00:00.123Z')

describe('toHealth', () => {
  it.each([
    ['healthy', OK, OK],
    ['degraded', BROKEN, OK],
    ['degraded', OK, BROKEN],
    ['degraded', BROKEN, BROKEN],
  ])('is %s for datastore %o and wasm %o', (status, datastore, wasm) => {
    expect(toHealth({ datastore, wasm }, NONE, NOW).status).toBe(status)
  })

  it('is degraded, and calls nothing active, when the calibration cannot be read', () => {
    expect(toHealth({ datastore: OK, wasm: OK }, null, NOW)).toMatchObject({ status: 'degraded', calibration: NONE })
  })

  it('carries the time it was asked, each part and the calibration as they are', () => {
    const calibration = { active: true, source: 'calibration', sessions_collected: 312 }
    expect(toHealth({ datastore: OK, wasm: BROKEN }, calibration, NOW)).toEqual({
      status: 'degraded',
      timestamp: '2026-03-01T12:00:00.123Z',
      services: { datastore: OK, wasm: BROKEN },
      calibration,
    })
  })
})

describe('describeEngine', () => {
  it.each(['wasm-simd', 'wasm'] as const)('is ok with %s, and says how long loading took', (kernel) => {
    const status = { kernel, ready: true, loadMs: 12.4, error: null }
    expect(describeEngine(status)).toEqual({ ok: true, latency_ms: 12, error: '' })
  })

  it('is not ok while the compiled engine is being loaded', () => {
    const status = { kernel: 'typescript' as const, ready: false, loadMs: null, error: null }
    expect(describeEngine(status)).toMatchObject({ ok: false, error: 'the compiled engine is being loaded' })
  })

  it('is not ok without the compiled engine, and keeps the error inside', () => {
    const status = { kernel: 'typescript' as const, ready: true, loadMs: null, error: 'CompileError at /srv/x' }
    const health = describeEngine(status)
    expect(health).toMatchObject({ ok: false, latency_ms: 0 })
    expect(health.error).not.toContain('/srv')
  })
})
