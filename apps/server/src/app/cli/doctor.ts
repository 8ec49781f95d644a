import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { getCallerAddress } from '@stillhere/contract'
import { OperatorProblem } from '@stillhere/messages'
import { Client } from 'pg'
import { type Metadata, readAge } from '../../identity/device-roots/metadata.ts'
import { findMetadata } from '../../identity/device-roots/store.ts'
import { isUpToDate } from '../../platform/database/migrate.ts'
import { openDatabase, type Pooler, type Queries } from '../../platform/database/pool.ts'
import { readReplica, readServer } from '../../platform/database/store.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../platform/loopback.ts'
import { countDeliveries } from '../../platform/outbox/store.ts'
import { computeSecrets } from '../../platform/secrets.ts'
import { hasVariety, readSecrets, type Settings } from '../../platform/settings/settings.ts'
import { say, sayCount, formatProblem } from '../../platform/speakers.ts'
import { listLinkedinWarnings } from '../../publishing/platforms/linkedin.ts'
import { countUnclear } from '../../publishing/store.ts'
import { checkIssuerHealth } from '../../scan/receipts/issuer.ts'
import { findForeignOwner, readOwnAddress } from '../start.ts'
import { type Command, openBesideService, readArguments } from './command.ts'
import { formatAge } from './roots.ts'

/** Checks settings, files, database, proxy and publishing, and prints the findings. Resolves to 1 if something is broken. */
export const runDoctor: Command = async (args, { settings, print }) => {
  const { values } = readArguments(args, { options: { json: { type: 'boolean' } } })
  const findings = await listFindings(settings)
  const broken = findings.filter(({ mood }) => mood === 'fail').length
  const doubtful = findings.filter(({ mood }) => mood === 'warn').length
  if (values.json) {
    print(JSON.stringify({ broken, doubtful, findings }, null, 2))
    return broken > 0 ? 1 : 0
  }
  const width = Math.max(...findings.map(({ about }) => about.length), 12)
  for (const finding of findings) print(formatFinding(finding, width))
  print(say('{broken} broken, {doubtful} worth a look', { broken, doubtful }))
  return broken > 0 ? 1 : 0
}

async function listFindings(settings: Settings): Promise<Finding[]> {
  return [
    ...checkSettings(settings),
    ...checkFiles(settings),
    ...(await checkDatabase(settings)),
    ...(await checkProxy(settings)),
    ...(await checkPublishing(settings)),
  ]
}

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const

function formatFinding({ mood, about, says }: Finding, width: number): string {
  return `${styleText(STYLES[mood], mood.padEnd(4))}  ${about.padEnd(width)}  ${says}`
}

/**
 * Checks the Node version, and whether the settings for address, mail, access, wallets and device certificates make the service reachable and
 * safe. Returns one finding per topic.
 */
export function checkSettings(settings: Settings, nodeVersion = process.versions.node): Finding[] {
  const findings = [checkNode(nodeVersion), checkReach(settings), checkMail(settings), checkAccess(settings)]
  return [...findings, ...checkAudience(settings), ...checkDeviceRoots(settings)]
}

function checkNode(version: string): Finding {
  const isNew = Number.parseInt(version, 10) >= 24
  const says = isNew ? version : say('{version}: 24 or later is needed', { version })
  return { mood: isNew ? 'ok' : 'fail', about: 'node', says }
}

function checkReach(settings: Settings): Finding {
  const { host, port, tls, publicUrl } = settings
  const about = say('address')
  const scheme = tls ? 'https' : 'http'
  const place = `${scheme}://${host}:${port}`
  // Options like --lan, and a PORT of its own terminal, are known to the running service alone.
  const running = readOwnAddress(settings)
  if (publicUrl === undefined && running !== `${scheme}://127.0.0.1:${port}`)
    return { mood: 'ok', about, says: say('{place}, where the service listens now', { place: running }) }
  if (publicUrl === undefined && !isLoopbackHost(host)) {
    const says = say(
      '{place} lets others in, and the service does not start without PUBLIC_URL, the address that they use (but with --lan)',
      { place },
    )
    return { mood: 'fail', about, says }
  }
  if (tls || publicUrl?.startsWith('https:'))
    return { mood: 'ok', about, says: say('{place}, reached by HTTPS', { place }) }
  if (isLoopbackHost(host)) return { mood: 'ok', about, says: say('{place}, from this machine only', { place }) }
  const says = say(
    '{place} is open to others without HTTPS: phones give no motion to such pages; set TLS_CERT and TLS_KEY, or a PUBLIC_URL with https',
    { place },
  )
  return { mood: 'warn', about, says }
}

function checkMail({ smtpUrl }: Settings): Finding {
  if (smtpUrl !== undefined) return { mood: 'ok', about: say('mail'), says: say('sent by SMTP') }
  const says = say(
    'SMTP_URL is not set, so no mail is sent; mails become files in DATA_DIR/outbox, and Admin shows them',
  )
  return { mood: 'warn', about: say('mail'), says }
}

function checkAccess({ authMode, invites }: Settings): Finding {
  const about = say('access')
  const says = `AUTH_MODE ${authMode}, INVITES ${invites}`
  if (authMode !== 'open') return { mood: 'ok', about, says }
  return {
    mood: 'warn',
    about,
    says: say('{settings}: anyone who knows an e-mail address can act for its node', { settings: says }),
  }
}

// An address for contract wallets tells that wallets matter, also behind a proxy.
function checkAudience({ publicUrl, ethRpcUrl }: Settings): Finding[] {
  if (publicUrl !== undefined || ethRpcUrl === undefined) return []
  const says = say('PUBLIC_URL is not set: wallets sign in from this machine only, and not through a proxy')
  return [{ mood: 'warn', about: say('wallets'), says }]
}

// A start would have refused a file that is no certificate; one that has expired is up to the operator.
function checkDeviceRoots({ deviceRoots }: Settings, now = new Date()): Finding[] {
  if (deviceRoots.length === 0) return []
  const about = say('device roots')
  const ended = deviceRoots.filter(({ validToDate }) => validToDate < now)
  const all = deviceRoots.length
  if (ended.length === 0) {
    const says = sayCount(all, '{count} certificate in DEVICE_ROOTS', '{count} certificates in DEVICE_ROOTS')
    return [{ mood: 'ok', about, says }]
  }
  const says = say(
    '{ended} of {all} certificates in DEVICE_ROOTS have ended: devices that lead to them are not attested',
    { ended: ended.length, all },
  )
  return [{ mood: 'warn', about, says }]
}

/** Checks that the data folder can be written, and that only its owner can read the secrets in it. */
export function checkFiles({ dataDir, adminSecret, secretKey }: Settings): Finding[] {
  if (!existsSync(dataDir)) {
    return [{ mood: 'warn', about: say('data folder'), says: formatMissing(dataDir) }]
  }
  return [
    checkWritable(dataDir),
    adminSecret === undefined
      ? checkAdminSecret(join(dataDir, 'admin-secret'))
      : { mood: 'ok', about: say('admin secret'), says: say('as set in ADMIN_SECRET') },
    secretKey === undefined
      ? checkSecret(say('secret key'), join(dataDir, 'secret-key'))
      : { mood: 'ok', about: say('secret key'), says: say('as set in SECRET_KEY') },
    ...checkOutbox(join(dataDir, 'outbox')),
  ]
}

function checkWritable(folder: string): Finding {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return { mood: 'ok', about: say('data folder'), says: folder }
  } catch {
    const says = say('{folder} cannot be written by this user', { folder })
    return { mood: 'fail', about: say('data folder'), says }
  }
}

// A setting with so few is refused at the start; a file is as its owner wrote it.
function checkAdminSecret(file: string): Finding {
  const found = checkSecret(say('admin secret'), file)
  if (found.mood !== 'ok' || hasVariety(readFileSync(file, 'utf8').trim())) return found
  const says = say('{file} is easy to guess: write a secret with at least 8 different characters', { file })
  return { ...found, mood: 'warn', says }
}

function checkSecret(about: string, file: string): Finding {
  if (!existsSync(file)) return { mood: 'warn', about, says: formatMissing(file) }
  const isPrivate = (statSync(file).mode & 0o077) === 0
  if (isPrivate) return { mood: 'ok', about, says: file }
  return {
    mood: 'fail',
    about,
    says: say('{file} can be read by others: chmod 600 it, and change it if others had access', { file }),
  }
}

function checkOutbox(folder: string): Finding[] {
  return existsSync(folder) ? [{ ...checkWritable(folder), about: say('outbox') }] : []
}

function formatMissing(path: string): string {
  return say('{path} does not exist yet; the first start makes it', { path })
}

const OLDEST_VERSION = 140_000
const LARGE_SKEW_MS = 5000

/**
 * Checks that the database answers, has a supported version with all migrations applied, and belongs to this SECRET_KEY; also its pooler and
 * replica. An unreachable database is a finding, not an error.
 */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  if (settings.databaseUrls === undefined && !existsSync(settings.dataDir)) return []
  try {
    const { db, stop } = await openBesideService(settings, () => {})
    try {
      return [...(await checkTables(db, settings)), ...(await checkHosts(settings)), ...(await checkReplica(settings))]
    } finally {
      await stop()
    }
  } catch (error) {
    return [{ mood: 'fail', about: say('database'), says: explainError(error) }]
  }
}

async function checkHosts({ databaseUrls, databasePooler }: Settings): Promise<Finding[]> {
  return databaseUrls === undefined ? [] : [await checkPooler(databaseUrls, databasePooler)]
}

async function checkTables(db: Queries, settings: Settings): Promise<Finding[]> {
  const { version, number, now } = await readServer(db)
  const findings = [checkVersion(version, number), checkClock(now, new Date())]
  if (!(await isUpToDate(db).catch(() => false))) {
    return [
      ...findings,
      { mood: 'warn', about: say('migrations'), says: say('not all are applied: npx --no-install stillhere migrate') },
    ]
  }
  const upToDate: Finding = { mood: 'ok', about: say('migrations'), says: say('all applied') }
  return [
    ...findings,
    upToDate,
    await checkKey(db, settings),
    await checkIssuer(db, settings),
    await checkDeadMails(db),
    ...(await checkPublications(db)),
    ...checkMetadata(await findMetadata(db), now),
  ]
}

function checkVersion(version: string, number: number): Finding {
  if (number >= OLDEST_VERSION)
    return { mood: 'ok', about: say('database'), says: say('PostgreSQL {version} answers', { version }) }
  const says = say('PostgreSQL {version} is too old: 14 or later is needed', { version })
  return { mood: 'fail', about: say('database'), says }
}

/** Compares the clock of the database with that of this process. The finding is a warning if they differ by more than five seconds. */
export function checkClock(ofDatabase: Date, ofProcess: Date): Finding {
  const skewMs = Math.abs(ofDatabase.getTime() - ofProcess.getTime())
  if (skewMs <= LARGE_SKEW_MS) return { mood: 'ok', about: say('clock'), says: say('that of the database agrees') }
  const says = say('that of the database is {seconds} seconds off: budgets and answers will disagree', {
    seconds: Math.round(skewMs / 1000),
  })
  return { mood: 'warn', about: say('clock'), says }
}

async function checkKey(db: Queries, settings: Settings): Promise<Finding> {
  const problem = await findForeignOwner(db, computeSecrets(readSecrets(settings).secretKey), settings)
  if (problem) return { mood: 'fail', about: say('fingerprint'), says: formatProblem(problem) }
  return { mood: 'ok', about: say('fingerprint'), says: say('the database belongs to this SECRET_KEY') }
}

async function checkIssuer(db: Queries, settings: Settings): Promise<Finding> {
  const { ok, error } = await checkIssuerHealth({
    db,
    settings,
    secrets: computeSecrets(readSecrets(settings).secretKey),
  })
  if (ok) return { mood: 'ok', about: say('issuer'), says: say('the key that signs receipts opens') }
  const says = say('{problem}: no receipts can be issued', { problem: error })
  return { mood: 'warn', about: say('issuer'), says }
}

async function checkDeadMails(db: Queries): Promise<Finding> {
  const { dead } = await countDeliveries(db, 'mail')
  if (dead === 0) return { mood: 'ok', about: say('outbox'), says: say('no dead mails') }
  const says = sayCount(
    dead,
    '{count} dead mail: GET /api/admin/outbox?state=dead says why',
    '{count} dead mails: GET /api/admin/outbox?state=dead says why',
  )
  return { mood: 'warn', about: say('outbox'), says }
}

async function checkPublications(db: Queries): Promise<Finding[]> {
  const unclear = await countUnclear(db, new Date())
  if (unclear === 0) return []
  const says = sayCount(
    unclear,
    '{count} post of unknown outcome: GET /api/admin/publications?status=unknown lists it',
    '{count} posts of unknown outcome: GET /api/admin/publications?status=unknown lists them',
  )
  return [{ mood: 'warn', about: say('publishing'), says }]
}

/** Checks that the imported metadata of security keys is still accepted. */
function checkMetadata(metadata: Metadata | undefined, now: Date): Finding[] {
  if (metadata === undefined) return []
  const { nextUpdate: day, number, models } = metadata
  const about = say('device models')
  const age = readAge(day, now)
  if (age === 'current') {
    const count = Object.keys(models).length
    const says = sayCount(
      count,
      '{count} model, by metadata {number}; newer is due on {day}',
      '{count} models, by metadata {number}; newer is due on {day}',
      { number, day },
    )
    return [{ mood: 'ok', about, says }]
  }
  return [{ mood: 'warn', about, says: formatAge(age, day) }]
}

function explainError(error: unknown): string {
  if (error instanceof OperatorProblem) return formatProblem(error)
  return error instanceof Error ? error.message : String(error)
}

const LONG_BEHIND_SECONDS = 60

/** Checks that DATABASE_READ_URL leads to a replica that is up to date. Returns no finding if the setting is absent. */
export async function checkReplica({ databaseReadUrl, databasePooler: pooler }: Settings): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return []
  const db = openDatabase({ databaseUrls: [databaseReadUrl], pooler, max: 1, patienceMs: 0 })
  try {
    return [judgeReplica(await readReplica(db))]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      { mood: 'warn', about: say('replica'), says: say('the database answers in its place: {reason}', { reason }) },
    ]
  } finally {
    await db.close()
  }
}

/** Returns the finding about the host of DATABASE_READ_URL: a warning if it isn't a replica, or is more than a minute behind. */
export function judgeReplica({ isReplica, behindSeconds }: Awaited<ReturnType<typeof readReplica>>): Finding {
  const about = say('replica')
  if (!isReplica)
    return { mood: 'warn', about, says: say('DATABASE_READ_URL leads to no replica, but to a database of its own') }
  if (behindSeconds !== null && behindSeconds <= LONG_BEHIND_SECONDS)
    return { mood: 'ok', about, says: say('keeps up') }
  const says =
    behindSeconds === null
      ? say('has copied nothing yet')
      : say('is {seconds} seconds behind', { seconds: Math.round(behindSeconds) })
  return { mood: 'warn', about, says }
}

const CONNECT_MS = 3000

/**
 * Checks that DATABASE_POOLER matches what is between the service and its database, by observing whether a client keeps its connection. Rejects
 * if none of the hosts answers.
 */
export async function checkPooler(urls: readonly string[], pooler: Pooler): Promise<Finding> {
  // The same stands before each host, and one of them may be down.
  const taking = await Promise.any(urls.map(isTransactionPooler))
  const about = say('pooler')
  if (taking && pooler === 'none')
    return {
      mood: 'fail',
      about,
      says: say('transactions get other connections in turn: set DATABASE_POOLER=transaction'),
    }
  if (!taking && pooler === 'transaction')
    return { mood: 'warn', about, says: say('none was noticed; without DATABASE_POOLER statements are planned once') }
  const says = taking ? say('one in transaction mode, as DATABASE_POOLER says') : say('none between')
  return { mood: 'ok', about, says }
}

/**
 * Returns true if a client gets a different database connection while a second client occupies the one it had, as with a pooler in transaction
 * mode.
 */
async function isTransactionPooler(url: string): Promise<boolean> {
  const [one, other] = [openClient(url), openClient(url)]
  try {
    await Promise.all([one.connect(), other.connect()])
    const before = await readConnection(one)
    await other.query('BEGIN')
    await readConnection(other)
    return (await readConnection(one)) !== before
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

function openClient(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  // Without a listener, a connection that is lost would end this process.
  client.on('error', () => {})
  return client
}

async function readConnection(client: Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
}

const TIMEOUT_MS = 5000
// TEST-NET-1 (RFC 5737): no real address.
const FORGED = '192.0.2.77'

/**
 * Checks whether callers can forge the IP address by which limits are counted: requests PUBLIC_URL with a forged X-Forwarded-For header and the
 * admin secret. Returns no finding without PUBLIC_URL.
 */
export async function checkProxy(settings: Settings): Promise<Finding[]> {
  const { publicUrl } = settings
  if (publicUrl === undefined) return []
  const { protocol, hostname } = new URL(publicUrl)
  const isLocal = isLoopbackAddress(hostname) || hostname === 'localhost'
  if (protocol !== 'https:' && !isLocal) {
    const says = say('not tried: the admin secret is not sent over plain HTTP')
    return [{ mood: 'warn', about: say('proxy'), says }]
  }
  const seen = await readSystem(publicUrl, readSecrets(settings).adminSecret)
  return [seen instanceof Error ? createUnreachableFinding(publicUrl, seen) : judge(seen, isLocal)]
}

/**
 * Returns the finding about the IP address `seen` that the service took for the caller's after a request with a forged X-Forwarded-For header.
 * `isLocal` is true if PUBLIC_URL leads to this machine.
 */
export function judge(seen: string, isLocal: boolean): Finding {
  const about = say('proxy')
  if (seen === FORGED) {
    const says = say('callers can choose their address: let the proxy overwrite X-Forwarded-For, or narrow TRUST_PROXY')
    return { mood: 'fail', about, says }
  }
  if (isLoopbackAddress(seen) && !isLocal) {
    const says = say(
      'all callers share one address: let the proxy send X-Forwarded-For, and name the proxy in TRUST_PROXY',
    )
    return { mood: 'warn', about, says }
  }
  return { mood: 'ok', about, says: say('a forged X-Forwarded-For is not believed') }
}

async function readSystem(publicUrl: string, adminSecret: string): Promise<string | Error> {
  try {
    const answer = await fetch(`${publicUrl}${getCallerAddress.path}`, {
      headers: { 'x-admin-secret': adminSecret, 'x-forwarded-for': FORGED, forwarded: `for=${FORGED}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 421) return new Error(say('it answers 421: let the proxy pass on the Host of its callers'))
    if (!answer.ok) return new Error(say('it answers {status}', { status: String(answer.status) }))
    return ((await answer.json()) as { address: string }).address
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function createUnreachableFinding(publicUrl: string, { message }: Error): Finding {
  const says = say('not tried: the service does not answer at {publicUrl} ({reason})', { publicUrl, reason: message })
  return { mood: 'warn', about: say('proxy'), says }
}

/**
 * Returns which platforms the service has credentials for, with warnings about LinkedIn's tokens, which it asks LinkedIn about. Returns no
 * finding if there are no credentials.
 */
export async function checkPublishing({ publishing }: Settings, now = new Date()): Promise<Finding[]> {
  const about = say('publishing')
  const { credentials, apis, deadlineMs } = publishing
  const names = Object.entries(credentials).flatMap(([name, own]) => (own ? [name] : []))
  if (names.length === 0) return []
  const signal = AbortSignal.timeout(deadlineMs)
  const { linkedin } = credentials
  const warnings = linkedin ? await listLinkedinWarnings(linkedin, apis.linkedinTokens, { now, signal }) : []
  return [
    { mood: 'ok', about, says: say('credentials for {names}', { names: names.join(', ') }) },
    ...warnings.map((says): Finding => ({ mood: 'warn', about, says })),
  ]
}

type Mood = 'ok' | 'warn' | 'fail'

/** The result of one check: its mood (ok, warning, failure), its topic, and a sentence. */
export type Finding = { mood: Mood; about: string; says: string }
