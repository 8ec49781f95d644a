import { createHash } from 'node:crypto'
import type { Health, ServiceStatus } from '@stillhere/contract'
import { escapeHtml } from '../html.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fbfbf9; --line: #d5d8dd; --good: #1b6b3a; --bad: #9a3412 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ec; --paper: #14171c; --line: #363c46; --good: #7fd6a0; --bad: #f5a97f }
}
* { box-sizing: border-box }
body { margin: 0; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto }
h1 { margin: 0 0 .25rem; font-size: 1.5rem }
h2 { margin: 1.5rem 0 .25rem; font-size: 1rem }
dl { margin: 0; border-top: 1px solid var(--line) }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line) }
dd { margin: 0; overflow-wrap: anywhere }
.good { color: var(--good) }
.bad { color: var(--bad) }
a { color: inherit }
`

/** Nothing but this page's own style may load. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The facts of GET /api/health as a page to read. */
export function healthPage({ status, timestamp, services, calibration }: Health): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stillhere: ${escapeHtml(status)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Stillhere</h1>
<p>The service is <strong class="${status === 'healthy' ? 'good' : 'bad'}">${escapeHtml(status)}</strong>.</p>
<h2>Services</h2>
<dl>
${serviceRow('Data store', services.datastore)}
${serviceRow('Motion engine', services.wasm)}
</dl>
<h2>Calibration</h2>
<dl>
${row('Active', calibration.active ? 'yes' : 'no')}
${row('Source', calibration.source)}
${row('Sessions collected', String(calibration.sessions_collected))}
</dl>
<p>Asked at <time datetime="${escapeHtml(timestamp)}">${escapeHtml(timestamp)}</time>.
The same as JSON: <a href="/api/health">/api/health</a>. Every endpoint: <a href="/docs">/docs</a></p>
</main>
</body>
</html>
`
}

function serviceRow(name: string, { ok, latency_ms, error }: ServiceStatus): string {
  return ok ? row(name, `ok, ${latency_ms} ms`, 'good') : row(name, error, 'bad')
}

function row(name: string, value: string, mood = ''): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd${mood && ` class="${mood}"`}>${escapeHtml(value)}</dd></div>`
}
