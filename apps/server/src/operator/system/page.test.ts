import { describe, expect, it } from 'vitest'
import { describeHealth, toHealth } from './routes.ts'

const BROKEN = { ok: false, latency_ms: 0, error: 'does not load' }
const OK = { ok: true, latency_ms: 2, error: '' }
const CALIBRATION = { active: true, source: 'calibration', sessions_collected: 312 }
const NOW = new Date('2026-03-01T12:00:00.000Z')

describe('describeHealth', () => {
  it('says the status, every part and the time', () => {
    const { main: html } = describeHealth(toHealth({ datastore: OK, wasm: BROKEN }, CALIBRATION, NOW))
    expect(html).toContain('<strong class="bad">degraded</strong>')
    expect(html).toContain('<dt>Data store</dt><dd class="good">ok, 2 ms</dd>')
    expect(html).toContain('<dt>Motion engine</dt><dd class="bad">does not load</dd>')
    expect(html).toContain('<dt>Source</dt><dd>calibration</dd>')
    expect(html).toContain('<time datetime="2026-03-01T12:00:00.000Z">')
  })

  it('shows markup in a message as text', () => {
    const datastore = { ok: false, latency_ms: 0, error: `<b a="1">'&'` }
    const { main: html } = describeHealth(toHealth({ datastore, wasm: OK }, CALIBRATION, NOW))
    expect(html).toContain('<dd class="bad">&#60;b a=&#34;1&#34;&#62;&#39;&#38;&#39;</dd>')
  })
})
