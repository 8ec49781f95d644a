import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import { startPostgres } from '@stillhere/postgres'
import { addInviteCodes } from '../identity/invites/routes.ts'
import { isWithoutInvites } from '../identity/invites/store.ts'
import { addSetupLink } from '../operator/setup/routes.ts'
import { isSetupPending } from '../operator/setup/store.ts'
import { runMigrations } from '../platform/database/migrate.ts'
import { type Database, isLost, openDatabase, type Queries } from '../platform/database/pool.ts'
import { claimDatabase, isOfOtherKey, requireWrites } from '../platform/database/store.ts'
import { computeSecrets, computeFingerprint, type Secrets } from '../platform/secrets.ts'
import type { Service } from '../platform/service.ts'
import { readSecrets, type SecretTexts, SettingProblem, type Settings } from '../platform/settings/settings.ts'
import { say } from '../platform/speakers.ts'
import type { Threads } from '../platform/threads/threads.ts'
import { addMissingIssuerKey } from '../scan/receipts/issuer.ts'
import { openTaskThreads } from './tasks/tasks.ts'

export type StartedService = { service: Service; stop: () => Promise<void> }

/**
 * Opens everything that the service needs except its listener: the secrets, the database with its migrations, the issuer key and the threads.
 * Rejects if the database belongs to another service. `open` opens the database.
 */
export async function startService(
  settings: Settings,
  log: (line: string) => void,
  open: typeof openData = openData,
): Promise<StartedService> {
  const { adminSecret, secretKey } = openDataDir(settings)
  const secrets = computeSecrets(secretKey)
  const { db, stop } = await open(settings, log)
  try {
    await runMigrations(db)
    await requireOwnDatabase(db, secrets, settings)
    await addMissingIssuerKey({ db, secrets, settings })
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

/** Creates the data folder if it's missing, and reads the secrets from the settings or from files in it. */
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

/** Opens the read replica, if the settings name one, without retries: reads that it doesn't answer at once go to the main database. */
function openReplica({ databaseReadUrl, databasePooler: pooler }: Settings): Database | undefined {
  if (databaseReadUrl === undefined) return undefined
  return openDatabase({ databaseUrls: [databaseReadUrl], pooler, patienceMs: 0 })
}

export type Data = { db: Database; stop: () => Promise<void> }

/**
 * Opens the database that the settings name, or starts the embedded PostgreSQL if they name none. Throws a SettingProblem if the named database
 * can't be used.
 */
export async function openData(settings: Settings, log: (line: string) => void): Promise<Data> {
  const { dataDir, databaseUrls, databasePooler: pooler } = settings
  if (databaseUrls !== undefined) {
    const db = openDatabase({ databaseUrls, pooler })
    // Several hosts, or a pooler before them, take over from each other; a single one that is away is rather a wrong setting.
    const waitsMs = databaseUrls.length > 1 || pooler !== 'none' ? TAKEOVER_MS : 0
    await requireAnswer(db, { waitsMs, log })
    return { db, stop: () => db.close() }
  }
  const embedded = await startPostgres({ dataDir, log })
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

/** How long the start waits for a database cluster to replace its leader. */
const TAKEOVER_MS = 60_000

type WaitOptions = { waitsMs: number; log: (line: string) => void }

/** Waits until a database host accepts writes. Throws after `waitsMs`. */
async function findWriter(db: Database, { waitsMs, log }: WaitOptions): Promise<void> {
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

async function requireAnswer(db: Database, waiting: WaitOptions): Promise<void> {
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
    // If a name has several addresses and none answers, there is only a code.
    throw new SettingProblem('DATABASE_URL cannot be used: {reason}', { reason: message || String(code) })
  }
}

async function requireOwnDatabase(db: Database, secrets: Secrets, settings: Settings): Promise<void> {
  if (await claimDatabase(db, computeFingerprint(secrets, settings))) return
  const problem = await findForeignOwner(db, secrets, settings)
  if (problem) throw problem
}

/**
 * Returns the problem that the database was created with another SECRET_KEY, or that only one of database and settings is a sandbox's. Returns
 * undefined if the database belongs to this service. With another key, stored hashes and sealed values would be useless.
 */
export async function findForeignOwner(
  db: Queries,
  secrets: Secrets,
  { sandbox }: Pick<Settings, 'sandbox'>,
): Promise<SettingProblem | undefined> {
  if (!(await isOfOtherKey(db, computeFingerprint(secrets, { sandbox })))) return undefined
  if (await isOfOtherKey(db, computeFingerprint(secrets, { sandbox: !sandbox })))
    return new SettingProblem('SECRET_KEY is not the one that this database was made with')
  return sandbox
    ? new SettingProblem(
        'this is a sandbox, and the database is that of a service: set another DATA_DIR or DATABASE_URL',
      )
    : new SettingProblem(
        'the database is that of a sandbox: add --sandbox or set SANDBOX=yes, or name another DATA_DIR or DATABASE_URL',
      )
}

const FIRST_CODES = 10

/** The text to print at the first start, and the set-up link. */
type StartNote = { text: string; setupUrl: string }

/**
 * Creates the text and the set-up link to print at the start of the service. On the first start it also stores the first ten invite codes, which
 * the text shows. Returns undefined on a later start unless the operator has never signed in.
 */
export function createStartNote(service: Service, given: Settings, address: string): Promise<StartNote | undefined> {
  return service.db.transaction(async (tx) => {
    const isFirst = await isWithoutInvites(tx)
    if (!isFirst && !(await isSetupPending(tx))) return undefined
    const setupUrl = `${given.publicUrl ?? address}${await addSetupLink(tx, service, tx.now)}`
    if (!isFirst) return { text: describeSetup(setupUrl), setupUrl }
    const codes = await addInviteCodes(tx, service, { count: FIRST_CODES, note: 'First start', now: tx.now })
    return { text: describeFirstStart(given, { address, setupUrl, codes }), setupUrl }
  })
}

/** Returns the text of the first start. It's shown once: later starts don't repeat it. */
function describeFirstStart(
  given: Settings,
  { address, setupUrl, codes }: { address: string; setupUrl: string; codes: readonly string[] },
): string {
  const { adminSecret, dataDir, smtpUrl } = given
  return [
    '',
    say('First start. Save this; it is shown once:'),
    ...listRows([
      [say('Set up:'), setupUrl, say('works once, within an hour; npx --no-install stillhere setup prints a new link')],
      [say('Admin secret:'), adminSecret === undefined ? join(dataDir, 'admin-secret') : say('as set in ADMIN_SECRET')],
      [say('Mails:'), smtpUrl === undefined ? formatOutbox(dataDir) : say('sent as set in SMTP_URL')],
      [
        say('Invite codes:'),
        say('each lets one person in; more by npx --no-install stillhere invite --count N'),
        ...codes,
      ],
      [
        say('Open next:'),
        `${address}/docs   ${say('guides, and every endpoint with examples')}`,
        `${address}/       ${say('the pages: join, scan, and see who is there')}`,
      ],
    ]),
    '',
  ].join('\n')
}

function formatOutbox(dataDir: string): string {
  return say('files in {folder}', { folder: join(dataDir, 'outbox') })
}

/** Formats rows of a label and the lines beside it, aligned in two columns. */
function listRows(rows: readonly (readonly [label: string, ...lines: string[]])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  return rows.flatMap(([label, ...lines]) =>
    lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(width)}${line}`),
  )
}

function describeSetup(setupUrl: string): string {
  return say('Not set up yet. This link works once, within an hour: {setupUrl}', { setupUrl })
}

/** The addresses of a running service: the one for this machine, and the one for other machines if they can reach it. */
export type Addresses = { own: string; others?: string | undefined }

/** Returns the text that a terminal shows at each start: the addresses of the service, of Admin and of the docs. */
export function listAddresses({ own, others }: Addresses): string {
  const rows = [
    [say('This machine'), own],
    ...(others === undefined || others === own ? [] : [[say('Others'), others]]),
    [say('Admin'), `${own}/admin`],
    [say('Docs'), `${own}/docs`],
  ]
  const lines = rows.map(([name = '', address = '']) => `  ${name.padEnd(13)} ${styleText('cyan', address)}`)
  return [
    '',
    ...lines,
    '',
    styleText('dim', `  ${say('Ctrl+C stops it. LOG_LEVEL=debug shows every page and file too.')}`),
    '',
  ].join('\n')
}

type Place = Pick<Settings, 'dataDir' | 'port' | 'tls'>

/**
 * Writes the address on which this process listens to a file in the data folder, where commands on this machine read it. Returns the function
 * that deletes the file. Does nothing if the folder can't be written.
 */
export function saveOwnAddress({ dataDir }: Place, address: string): () => void {
  const path = join(dataDir, 'address')
  try {
    writeFileSync(path, `${address}\n`)
  } catch {
    return () => {}
  }
  return () => rmSync(path, { force: true })
}

/** Returns the address to show to people: PUBLIC_URL, or else the address on which the service listens. */
export function readAddress(settings: Place & Pick<Settings, 'publicUrl'>): string {
  return settings.publicUrl ?? readOwnAddress(settings)
}

/**
 * Returns the address on which the running service listens, as stored by `saveOwnAddress`. If none is stored, returns the loopback address with
 * the port of the settings.
 */
export function readOwnAddress({ dataDir, port, tls }: Place): string {
  try {
    return new URL(readFileSync(join(dataDir, 'address'), 'utf8').trim()).origin
  } catch {
    return `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  }
}

/** Offers to open a page in the browser, and opens it when the person presses Enter. Does nothing without a terminal or a display. */
export function openOnEnter(url: string, print: (line: string) => void): void {
  const command = findOpener(process.platform, process.env)
  if (command === undefined || !process.stdin.isTTY || !process.stdout.isTTY) return
  print(say('Press Enter to open the set-up page in your browser.'))
  const lines = createInterface({ input: process.stdin })
  lines.once('line', () => {
    lines.close()
    openPage(command, url)
  })
  // Ctrl+C reaches the terminal's reader first, and a waiting question must not keep the process.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  process.stdin.unref()
}

/**
 * Returns the command that opens a page in the browser on this machine. Returns undefined without a display, over SSH, in CI, or on other systems
 * than macOS and Linux.
 */
export function findOpener(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (env['SSH_CONNECTION'] || env['CI']) return undefined
  if (platform === 'darwin') return 'open'
  const hasDisplay = env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined
  return platform === 'linux' && hasDisplay ? 'xdg-open' : undefined
}

// An address that cannot be opened was printed before.
function openPage(command: string, url: string): void {
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
