import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'pg'
import { type OpenService, script } from '../../apps/server/test/measured.ts'

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

const FOLDER = join(import.meta.dirname, '..', '..', 'tools', 'node_modules', 'better-auth', 'dist')

/**
 * Opens one with the code plug-in and hashed codes, as ours are; null where tools/ is not installed. By itself it neither counts calls nor
 * keeps mails; with `counts` it does both in the database before it answers, as ours does.
 */
export async function openPeer(
  { service, connection }: OpenService,
  { counts }: { counts: boolean },
): Promise<Peer | null> {
  const library = await loadBetterAuth()
  if (library === null) return null
  const schema = counts ? 'counting_peer' : 'peer'
  await service.db.query(
    script(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.mail (id bigserial PRIMARY KEY, text text)`),
  )
  const pool = new Pool({ ...connection, max: 10, options: `${connection.options} -c search_path=${schema}` })
  // Where the bench fails, its own error is to be seen, not that the database went away.
  pool.on('error', () => {})
  const codes = new Map<string, string>()
  const sendVerificationOTP = async ({ email, otp }: { email: string; otp: string }) => {
    codes.set(email, otp)
    if (counts) await pool.query('INSERT INTO mail (text) VALUES ($1)', [JSON.stringify({ to: email, code: otp })])
  }
  const options = {
    baseURL: 'http://localhost',
    secret: 'a secret of the benchmark that is long enough',
    database: pool,
    plugins: [library.emailOTP({ sendVerificationOTP, storeOTP: 'hashed' })],
    rateLimit: counts ? { enabled: true, storage: 'database', window: 1, max: 1_000_000_000 } : { enabled: false },
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
