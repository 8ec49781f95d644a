import { ENDPOINTS, Problem } from '@stillhere/contract'
import { seededRandom } from '@stillhere/engine'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { openTaskThreads } from '../src/app/tasks/tasks.ts'
import type { Connection } from '../src/platform/database/pool.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import type { Service } from '../src/platform/service.ts'
import { readSettings, type Settings } from '../src/platform/settings/settings.ts'
import type { Threads } from '../src/platform/threads/threads.ts'
import { findSchemaErrors } from './contract.ts'
import { borrowDatabase } from './reused-database.ts'
import { STROKES_SEED, TAKES_SYNTHETIC_PEOPLE } from './synthetic-people.ts'
import { createTestApp } from './test-app.ts'
import { UNHURRIED } from './unhurried.ts'

/** A service on a database of its own, with a clock that stands still until a test moves it. */
export type TestService = Service & {
  app: FastifyInstance
  /** For a test that opens further pools, as other processes would. */
  connection: Connection
  clock: { set: (time: string) => void; pass: (ms: number) => void }
  /** Calls the service and holds the answer to the contract. */
  call: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    more?: Partial<InjectOptions>,
  ) => Promise<LightMyRequestResponse>
  stop: () => Promise<void>
}

export { UNHURRIED }

export async function startTestService(
  settings: Partial<Settings> = {},
  database: { isNew?: boolean } = {},
): Promise<TestService> {
  let time = new Date('2026-03-10T12:00:00.000Z')
  const now = () => time
  const { db, connection, drop } = await borrowDatabase(now, database)
  const service: Service = {
    db,
    secrets: createSecrets(Buffer.alloc(32, 7)),
    settings: { ...readSettings({ ADMIN_SECRET: 'the-admin-secret', ...TAKES_SYNTHETIC_PEOPLE }), ...settings },
    threads: shareThread(),
    now,
    random: seededRandom(STROKES_SEED),
  }
  const app = createTestApp(service)
  return {
    ...service,
    app,
    connection,
    clock: {
      set: (text) => (time = new Date(text)),
      pass: (ms) => (time = new Date(time.getTime() + ms)),
    },
    call: async (method, url, more = {}) => holdToContract(await app.inject({ method, url, ...more }), method, url),
    stop: async () => {
      await app.close()
      await drop()
    },
  }
}

let thread: Threads | undefined

/** The thread of all services of this worker: to start one takes longer than most tests. */
function shareThread(): Threads {
  thread ??= openTaskThreads({ most: 1 })
  return { ...thread, close: async () => {} }
}

function holdToContract(answer: LightMyRequestResponse, method: string, url: string): LightMyRequestResponse {
  const path = new URL(url, 'http://localhost').pathname
  const endpoint = ENDPOINTS.find((one) => one.method === method && matches(one.path, path))
  const schema = endpoint?.responses[answer.statusCode] ?? (answer.statusCode >= 400 ? Problem : undefined)
  expect(schema, `${method} ${path} may not answer ${answer.statusCode}: ${answer.body}`).toBeDefined()
  expect(findSchemaErrors(schema ?? {}, answer.json())).toEqual([])
  return answer
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
}
