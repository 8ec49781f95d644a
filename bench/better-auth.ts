import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'pg'
import { sql } from '../apps/server/src/database/sql.ts'
import type { OpenService } from './open-service.ts'

/** A better-auth on the same PostgreSQL: its requests, and the code that it last mailed to somebody. */
export type Peer = {
  handle: RequestListener
  codeOf: (email: string) => string | undefined
  close: () => Promise<void>
}

/** What of better-auth is used; its own types come with tools/ only. */
type BetterAuth = {
  betterAuth: (options: object) => unknown
  emailOTP: (options: object) => unknown
  toNodeHandler: (auth: unknown) => RequestListener
  getMigrations: (options: object) => Promise<{ runMigrations: () => Promise<void> }>
}

const FOLDER = join(import.meta.dirname, '..', 'tools', 'node_modules', 'better-auth', 'dist')

/** Opens one with the code plug-in, without limits and with hashed codes, as ours are; null where tools/ is not installed. */
export async function openPeer({ service, connection }: OpenService): Promise<Peer | null> {
  const library = await loadBetterAuth()
  if (library === null) return null
  await service.db.query(sql`CREATE SCHEMA peer`)
  const pool = new Pool({ ...connection, max: 10, options: `${connection.options} -c search_path=peer` })
  const codes = new Map<string, string>()
  const sendVerificationOTP = async ({ email, otp }: { email: string; otp: string }) => {
    codes.set(email, otp)
  }
  const options = {
    baseURL: 'http://localhost',
    secret: 'a secret of the benchmark that is long enough',
    database: pool,
    plugins: [library.emailOTP({ sendVerificationOTP, storeOTP: 'hashed' })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  }
  await (await library.getMigrations(options)).runMigrations()
  const handle = library.toNodeHandler(library.betterAuth(options))
  return { handle, codeOf: (email) => codes.get(email), close: () => pool.end() }
}

async function loadBetterAuth(): Promise<BetterAuth | null> {
  try {
    const paths = ['index.mjs', 'plugins/index.mjs', 'integrations/node.mjs', 'db/get-migration.mjs']
    const modules = await Promise.all(
      paths.map((path) => import(pathToFileURL(join(FOLDER, path)).href) as Promise<object>),
    )
    return Object.assign({}, ...modules) as BetterAuth
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}
