import type { FastifyInstance } from 'fastify'
import { openDatabase } from '../src/platform/database/pool.ts'
import { type TestService } from './service.ts'
import { createTestApp } from './test-app.ts'

/** The service once more with connections of its own, as a second process on the same database has; to be closed. */
export function openSecondProcess(service: TestService): FastifyInstance {
  const db = openDatabase({ connection: service.connection, max: 5, now: service.now })
  const app = createTestApp({ ...service, db })
  app.addHook('onClose', () => db.close())
  return app
}
