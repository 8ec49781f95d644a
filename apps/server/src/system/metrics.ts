import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/pool.ts'
import { routeOf } from '../http/request-log.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures every answer by method, route and status; no figure names a caller. Answers how to write all figures. */
export function measureRequests(app: FastifyInstance, db: Database): () => Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const duration = new Histogram({
    name: 'stillhere_http_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const shed = new Counter({
    name: 'stillhere_http_shed_total',
    help: 'Requests answered with 503',
    registers,
  })
  registry.registerMetric(gauge('stillhere_http_in_flight', 'Requests under way', () => app.load().inFlight))
  registry.registerMetric(gauge('stillhere_database_connections', 'Open connections', () => db.connections().total))
  registry.registerMetric(gauge('stillhere_database_idle', 'Connections that nobody uses', () => db.connections().idle))
  registry.registerMetric(
    gauge('stillhere_database_waiting', 'Callers that wait for one', () => db.connections().waiting),
  )

  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    duration.observe({ method: request.method, route: routeOf(request), status }, reply.elapsedTime / 1000)
    if (status === 503) shed.inc()
    done()
  })
  return () => Registry.merge([processFigures(), registry]).metrics()
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })
}

let ofProcess: Registry | undefined

// Memory, CPU, event loop and garbage collection belong to the process, not to one app in it.
function processFigures(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}
