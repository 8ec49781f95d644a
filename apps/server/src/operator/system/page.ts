import type { Health, ServiceStatus } from '@stillhere/contract'
import { escapeHtml } from '../../platform/visible-text.ts'
import type { FramedPage } from '../web/framed.ts'

/** The facts of GET /api/health as a page to read. */
export function describeHealth({ status, timestamp, services, calibration }: Health): FramedPage {
  return {
    name: 'status',
    title: `Status: ${status}`,
    description: 'Whether this service works, part by part.',
    head: '',
    main: `<div class="prose">
<h1 tabindex="-1">Status</h1>
<p class="lead">The service is <strong class="${status === 'healthy' ? 'good' : 'bad'}">${escapeHtml(status)}</strong>.</p>
<h2>Services</h2>
<dl class="facts-list">
${serviceRow('Data store', services.datastore)}
${serviceRow('Motion engine', services.wasm)}
</dl>
<h2>Calibration</h2>
<dl class="facts-list">
${row('Active', calibration.active ? 'yes' : 'no')}
${row('Source', calibration.source)}
${row('Sessions collected', String(calibration.sessions_collected))}
</dl>
<p>As of <time datetime="${escapeHtml(timestamp)}">${escapeHtml(formatMinute(timestamp))}</time>.
The same as JSON: <a href="/api/health">/api/health</a>.</p>
</div>`,
  }
}

/** "2026-01-01 00:02 UTC", of a timestamp that has milliseconds. */
function formatMinute(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`
}

function serviceRow(name: string, { ok, latency_ms, error }: ServiceStatus): string {
  return ok ? row(name, `ok, ${latency_ms} ms`, 'good') : row(name, error, 'bad')
}

function row(name: string, value: string, mood = ''): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd${mood && ` class="${mood}"`}>${escapeHtml(value)}</dd></div>`
}
