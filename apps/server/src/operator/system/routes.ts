import { getCallerAddress, getHealth, type Health, type ServiceStatus } from '@stillhere/contract'
import { engineStatus, type EngineStatus } from '@stillhere/engine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUpToDate } from '../../platform/database/migrate.ts'
import { waitForAnswer } from '../../platform/database/store.ts'
import { serve } from '../../platform/http/endpoint.ts'
import { isLocalCall } from '../../platform/http/origin.ts'
import { refuseForNow } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { encodeHtml } from '../../platform/visible-text.ts'
import { findActiveCalibration } from '../../scan/calibration/run.ts'
import { countSessions } from '../../scan/research/store.ts'
import { type FramedPage, sendFramed } from '../web/documents.ts'
import { measureRequests, METRICS_TYPE } from './metrics.ts'

/**
 * Registers the health endpoints: GET /api/health for programs and /status for people with the same content, the probes /livez and /readyz,
 * /metrics for operators, and the caller's address.
 */
export function serveSystem(app: FastifyInstance, service: Service): void {
  const health = async () => {
    const services = { datastore: await checkDatastore(service), wasm: describeEngine(engineStatus()) }
    return toHealth(services, await readCalibration(service), service.now())
  }
  serve(app, getHealth, (): Promise<Health> => health())
  serve(app, getCallerAddress, async ({ request }) => ({ address: request.ip }))
  app.get('/status', async (_request, reply) => sendFramed(reply, service.settings, describeHealth(await health())))
  app.get('/livez', async () => ({ live: true }))
  app.get('/readyz', async () => {
    if (await isReady(service)) return { ready: true }
    throw refuseForNow('The data store does not answer, or its migrations are not done.')
  })
  const figures = measureRequests(app, service)
  app.get('/metrics', { onRequest: async (request) => requireOperator(app, request) }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(figures()),
  )
}

// The driver's message is not shown: it may name hosts and users.
async function checkDatastore({ db }: Service): Promise<ServiceStatus> {
  const start = performance.now()
  try {
    await waitForAnswer(db)
    return { ok: true, latency_ms: Math.round(performance.now() - start), error: '' }
  } catch {
    return { ok: false, latency_ms: Math.round(performance.now() - start), error: 'the data store does not answer' }
  }
}

// A calibration that cannot be read must not look as if it were in force.
async function readCalibration({ db }: Service): Promise<Health['calibration'] | null> {
  try {
    const [landmarks, strokes] = [
      await findActiveCalibration(db, 'landmarks'),
      await findActiveCalibration(db, 'strokes'),
    ]
    const active = landmarks !== null || strokes !== null
    const { accepted } = await countSessions(db)
    return { active, source: active ? 'calibration' : 'default', sessions_collected: accepted }
  } catch {
    return null
  }
}

async function isReady({ db }: Service): Promise<boolean> {
  return isUpToDate(db).catch(() => false)
}

async function requireOperator(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  if (!isLocalCall(request) || request.headers['x-admin-secret'] !== undefined) await app.requireAdmin(request)
}

type Services = Health['services']

/**
 * Returns the health status of the motion engine: not ok while the slower TypeScript version runs instead of the compiled one. The cause isn't
 * disclosed.
 */
export function describeEngine({ kernel, ready, loadMs }: EngineStatus): ServiceStatus {
  if (kernel !== 'typescript') return { ok: true, latency_ms: Math.round(loadMs ?? 0), error: '' }
  const error = ready ? 'the compiled engine does not load; the slower one runs' : 'the compiled engine is being loaded'
  return { ok: false, latency_ms: 0, error }
}

const NO_CALIBRATION: Health['calibration'] = { active: false, source: 'default', sessions_collected: 0 }

/**
 * Creates the response of GET /api/health. The status is healthy if all services are ok and the calibration could be read (`calibration` isn't
 * null).
 */
export function toHealth(services: Services, calibration: Health['calibration'] | null, now: Date): Health {
  const everyPartOk = services.datastore.ok && services.wasm.ok && calibration !== null
  return {
    status: everyPartOk ? 'healthy' : 'degraded',
    timestamp: now.toISOString(),
    services,
    calibration: calibration ?? NO_CALIBRATION,
  }
}

/** Renders the response of GET /api/health as the page /status. */
export function describeHealth({ status, timestamp, services, calibration }: Health): FramedPage {
  return {
    name: 'status',
    title: `Status: ${status}`,
    description: 'Whether this service works, part by part.',
    head: '',
    main: `<div class="prose">
<h1 tabindex="-1">Status</h1>
<p class="lead">The service is <strong class="${status === 'healthy' ? 'good' : 'bad'}">${encodeHtml(status)}</strong>.</p>
<h2>Services</h2>
<dl class="facts-list">
${renderService('Data store', services.datastore)}
${renderService('Motion engine', services.wasm)}
</dl>
<h2>Calibration</h2>
<dl class="facts-list">
${renderRow('Active', calibration.active ? 'yes' : 'no')}
${renderRow('Source', calibration.source)}
${renderRow('Sessions collected', String(calibration.sessions_collected))}
</dl>
<p>As of <time datetime="${encodeHtml(timestamp)}">${encodeHtml(formatMinute(timestamp))}</time>.
The same as JSON: <a href="/api/health">/api/health</a>.</p>
</div>`,
  }
}

/** Formats an ISO timestamp to the minute, such as "2026-01-01 00:02 UTC". */
function formatMinute(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`
}

function renderService(name: string, { ok, latency_ms, error }: ServiceStatus): string {
  return ok ? renderRow(name, `ok, ${latency_ms} ms`, 'good') : renderRow(name, error, 'bad')
}

function renderRow(name: string, value: string, mood = ''): string {
  return `<div><dt>${encodeHtml(name)}</dt><dd${mood && ` class="${mood}"`}>${encodeHtml(value)}</dd></div>`
}
