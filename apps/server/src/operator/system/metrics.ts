import type { FastifyInstance } from 'fastify'
import { routeOf } from '../../platform/http/request-log.ts'
import type { Service } from '../../platform/service.ts'
import { createHistogram, type Figure, makeFigure, writeFigures } from './exposition.ts'
import { processFigures } from './process-figures.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures every answer by method, route and status; no figure names a caller. Returns how to write all figures. */
export function measureRequests(app: FastifyInstance, service: Service): () => string {
  const help = 'Time from the arrival of a request to the end of its answer'
  const duration = createHistogram('stillhere_http_request_seconds', help, SECONDS)
  let shed = 0
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    duration.observe({ method: request.method, route: routeOf(request), status }, reply.elapsedTime / 1000)
    if (status === 503) shed++
    done()
  })
  const shedTotal = makeFigure('counter', {
    name: 'stillhere_http_shed_total',
    help: 'Requests answered with 503',
    read: () => shed + app.refusedEarly(),
  })
  const figures = [...processFigures(), duration, shedTotal, ...gauges(app, service)]
  return () => writeFigures(figures)
}

function gauges(app: FastifyInstance, { db, threads }: Service): Figure[] {
  const gauge = (name: string, help: string, read: () => number) => makeFigure('gauge', { name, help, read })
  return [
    gauge('stillhere_http_in_flight', 'Requests under way', () => app.load().inFlight),
    gauge('stillhere_database_connections', 'Open connections', () => db.connections().total),
    gauge('stillhere_database_idle', 'Connections that nobody uses', () => db.connections().idle),
    gauge('stillhere_database_waiting', 'Callers that wait for one', () => db.connections().waiting),
    gauge('stillhere_threads', 'Threads that judge motion and receipts', () => threads.size()),
  ]
}
