import { getCallerAddress, getHealth, type Health, type ServiceStatus } from '@stillhere/contract'
import { engineStatus } from '@stillhere/engine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUpToDate } from '../../platform/database/migrate.ts'
import { ping } from '../../platform/database/store.ts'
import { serve } from '../../platform/http/endpoint.ts'
import { isLocalCall } from '../../platform/http/origin.ts'
import { unavailable } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { activeCalibration } from '../../scan/calibration/run.ts'
import { countSessions } from '../../scan/research/store.ts'
import { sendFramed } from '../web/framed.ts'
import { METRICS_TYPE } from './exposition.ts'
import { measureRequests } from './metrics.ts'
import { describeHealth } from './page.ts'
import { engineHealth, toHealth } from './rules.ts'

/** GET /api/health for programs and GET /status for people, which say the same; probes and figures for operators. */
export function systemRoutes(app: FastifyInstance, service: Service): void {
  const health = async () => {
    const services = { datastore: await askDatastore(service), wasm: engineHealth(engineStatus()) }
    return toHealth(services, await askCalibration(service), service.now())
  }
  serve(app, getHealth, (): Promise<Health> => health())
  serve(app, getCallerAddress, async ({ request }) => ({ address: request.ip }))
  app.get('/status', async (_request, reply) => sendFramed(reply, service.settings, describeHealth(await health())))
  app.get('/livez', async () => ({ live: true }))
  app.get('/readyz', async () => {
    if (await isReady(service)) return { ready: true }
    throw unavailable('The data store does not answer, or its migrations are not done.')
  })
  const figures = measureRequests(app, service)
  app.get('/metrics', { onRequest: async (request) => demandOperator(app, request) }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(figures()),
  )
}

// What the driver said stays inside: it may name hosts and users.
async function askDatastore({ db }: Service): Promise<ServiceStatus> {
  const start = performance.now()
  try {
    await ping(db)
    return { ok: true, latency_ms: Math.round(performance.now() - start), error: '' }
  } catch {
    return { ok: false, latency_ms: Math.round(performance.now() - start), error: 'the data store does not answer' }
  }
}

// Of a calibration that cannot be read nobody may believe that it is in force.
async function askCalibration({ db }: Service): Promise<Health['calibration'] | null> {
  try {
    const [landmarks, strokes] = [await activeCalibration(db, 'landmarks'), await activeCalibration(db, 'strokes')]
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

async function demandOperator(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  if (!isLocalCall(request) || request.headers['x-admin-secret'] !== undefined) await app.demandAdmin(request)
}
