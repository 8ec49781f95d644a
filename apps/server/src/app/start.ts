import { mkdirSync } from 'node:fs'
import { migrate } from '../platform/database/migrate.ts'
import { type Database, isLost, openDatabase, type Queries } from '../platform/database/pool.ts'
import { claimDatabase, isOfOtherKey, requireWrites } from '../platform/database/store.ts'
import { startEmbedded } from '../platform/postgres/embedded.ts'
import { type Secrets, deriveSecrets, fingerprintOf } from '../platform/secrets.ts'
import type { Service } from '../platform/service.ts'
import { readSecrets, type SecretTexts, SettingProblem, type Settings } from '../platform/settings/settings.ts'
import { say } from '../platform/speakers.ts'
import type { Threads } from '../platform/threads/threads.ts'
import { ensureIssuerKey } from '../scan/receipts/issuer.ts'
import { openTaskThreads } from './tasks/task-threads.ts'

export type Started = { service: Service; stop: () => Promise<void> }

/** Brings up what the service stands on: the database with its migrations, and the secrets. */
export async function startService(
  settings: Settings,
  log: (line: string) => void,
  open: typeof openData = openData,
): Promise<Started> {
  const { adminSecret, secretKey } = openDataDir(settings)
  const secrets = deriveSecrets(secretKey)
  const { db, stop } = await open(settings, log)
  try {
    await migrate(db)
    await demandOwnDatabase(db, secrets, settings)
    await ensureIssuerKey({ db, secrets, settings })
    const threads = openTaskThreads()
    const replica = openReplica(settings)
    const own = { db, secrets, settings: { ...settings, adminSecret, secretKey }, threads, now: () => new Date() }
    const stopData = async () => {
      await replica?.close()
      await stop()
    }
    return { service: { ...own, ...(replica && { replica }) }, stop: () => stopAll(threads, stopData) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Makes the data folder unless it is there, and returns the secrets, which are kept in it where no setting names them. */
function openDataDir(settings: Settings): SecretTexts {
  try {
    mkdirSync(settings.dataDir, { recursive: true })
    return readSecrets(settings)
  } catch (error) {
    const isOfSystem = error instanceof Error && 'syscall' in error
    throw isOfSystem ? new SettingProblem('DATA_DIR cannot be used: {reason}', { reason: error.message }) : error
  }
}

async function stopAll(threads: Threads, stop: () => Promise<void>): Promise<void> {
  try {
    await threads.close()
  } finally {
    await stop()
  }
}

/** Waits for nothing: what it does not answer at once, the database does. */
function openReplica({ databaseReadUrl, databasePooler: pooler }: Settings): Database | undefined {
  if (databaseReadUrl === undefined) return undefined
  return openDatabase({ databaseUrls: [databaseReadUrl], pooler, patienceMs: 0 })
}

export type Data = { db: Database; stop: () => Promise<void> }

/** Opens the database of the settings; the embedded one is started for it. */
export async function openData(settings: Settings, log: (line: string) => void): Promise<Data> {
  const { dataDir, databaseUrls, databasePooler: pooler } = settings
  if (databaseUrls !== undefined) {
    const db = openDatabase({ databaseUrls, pooler })
    // Several hosts, or a pooler before them, take over from each other; a single one that is away is rather a wrong setting.
    const waitsMs = databaseUrls.length > 1 || pooler !== 'none' ? TAKEOVER_MS : 0
    await requireAnswer(db, { waitsMs, log })
    return { db, stop: () => db.close() }
  }
  const embedded = await startEmbedded({ dataDir, log })
  const db = openDatabase({ connection: embedded.connection })
  const stop = async () => {
    try {
      await db.close()
    } finally {
      await embedded.stop()
    }
  }
  return { db, stop }
}

/** Longer than a cluster takes to give a dead leader up. */
const TAKEOVER_MS = 60_000

type Waiting = { waitsMs: number; log: (line: string) => void }

/** Returns once a host takes writes; a transaction looks for one by itself, for a few seconds. */
async function findWriter(db: Database, { waitsMs, log }: Waiting): Promise<void> {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      await db.transaction(requireWrites)
      return
    } catch (error) {
      if (!isLost(error) || performance.now() - began >= waitsMs) throw error
      if (tries === 1) log(say('waiting for a database that takes writes'))
    }
  }
}

async function requireAnswer(db: Database, waiting: Waiting): Promise<void> {
  try {
    await findWriter(db, waiting)
  } catch (error) {
    await db.close()
    // The driver's words name host and user, never the password.
    const { message, code } = error as NodeJS.ErrnoException
    if (/startup parameter/.test(message))
      throw new SettingProblem('DATABASE_URL leads to a pooler ({reason}): set DATABASE_POOLER=transaction', {
        reason: message,
      })
    // Where a name has several addresses and none answers, there is a code only.
    throw new SettingProblem('DATABASE_URL cannot be used: {reason}', { reason: message || String(code) })
  }
}

async function demandOwnDatabase(db: Database, secrets: Secrets, settings: Settings): Promise<void> {
  if (await claimDatabase(db, fingerprintOf(secrets, settings))) return
  const problem = await findForeignOwner(db, secrets, settings)
  if (problem) throw problem
}

/**
 * Returns why the database isn't this service's, or undefined where it is. Under another SECRET_KEY every stored hash and sealed value would
 * be foreign; and what people enrolled in a sandbox is good nowhere else.
 */
export async function findForeignOwner(
  db: Queries,
  secrets: Secrets,
  { sandbox }: Pick<Settings, 'sandbox'>,
): Promise<SettingProblem | undefined> {
  if (!(await isOfOtherKey(db, fingerprintOf(secrets, { sandbox })))) return undefined
  if (await isOfOtherKey(db, fingerprintOf(secrets, { sandbox: !sandbox })))
    return new SettingProblem('SECRET_KEY is not the one that this database was made with')
  return sandbox
    ? new SettingProblem(
        'this is a sandbox, and the database is that of a service: set another DATA_DIR or DATABASE_URL',
      )
    : new SettingProblem(
        'the database is that of a sandbox: add --sandbox or set SANDBOX=yes, or name another DATA_DIR or DATABASE_URL',
      )
}
