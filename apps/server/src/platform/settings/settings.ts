import { randomBytes, X509Certificate } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { OperatorProblem } from '@stillhere/messages'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../logger.ts'
import { isLoopbackHost } from '../loopback.ts'
import { type Limits, parseLimits } from './limits.ts'
import { parsePublishing, type PublishingSettings } from './publishing.ts'

export type SecretTexts = { adminSecret: string; secretKey: string }

/**
 * Returns ADMIN_SECRET and SECRET_KEY from the settings, otherwise from files in DATA_DIR. Missing files are created with random secrets
 * that only the owner can read (mode 600).
 */
export function readSecrets({ dataDir, adminSecret, secretKey }: Settings): SecretTexts {
  return {
    adminSecret: adminSecret ?? readOrMakeSecret(dataDir, 'admin-secret'),
    secretKey: secretKey ?? readOrMakeSecret(dataDir, 'secret-key'),
  }
}

function readOrMakeSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  try {
    // Of several processes that start at once, one makes the file and the others read it.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  chmodSync(path, 0o600)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 16) throw new SettingProblem('{path} must hold at least 16 characters', { path })
  return secret
}

export type AuthMode = 'open' | 'lock' | 'strict'

/** The operator's decisions; see the table of settings in docs/settings.md. */
export type Settings = {
  host: string
  port: number
  /** True for a test service: accepts motion from the testing kit, and marks every receipt as a test. */
  sandbox: boolean
  /** True if motion that looks more like simulated hands than like people is refused; never in a sandbox. */
  refusesSimulation: boolean
  dataDir: string
  /** The folder of the built pages. */
  webDir: string
  /** One URL per host of DATABASE_URL; undefined for the embedded database. */
  databaseUrls: string[] | undefined
  databasePooler: 'none' | 'transaction'
  /** The URL of a read replica for public statistics. */
  databaseReadUrl: string | undefined
  adminSecret: string | undefined
  secretKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Undefined until PUBLIC_URL is set: links then follow the address the service listens on. */
  publicUrl: string | undefined
  invites: 'required' | 'open'
  /** Says if people without an invite can ask for one. */
  waitlist: 'open' | 'closed'
  invitePrefix: string
  authMode: AuthMode
  trustProxy: string[]
  /** The maximum of open connections per network address; trusted proxies aren't limited. */
  connectionsPerAddress: number
  /** The origins, besides the service's own, whose pages may read responses. `loopback`: all origins on this machine, for callers on this machine. */
  corsOrigins: string[] | 'loopback'
  tls: { cert: Buffer; key: Buffer } | undefined
  /** The Ethereum node that is asked about signatures of contract wallets (EIP-1271). */
  ethRpcUrl: string | undefined
  /** Root certificates of device makers whose attestations are accepted. */
  deviceRoots: readonly X509Certificate[]
  /** The number of recordings that research accepts in total; 0 for none. */
  researchRecordings: number
  /** True if webhooks may have addresses on this machine and in private networks. */
  webhookPrivateAddresses: boolean
  limits: Limits
  publishing: PublishingSettings
  logLevel: LogLevel
  logFormat: LogFormat
}

/** A bad setting, which prevents the start; the message names the setting. */
export class SettingProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** The default of the setting DATA_DIR. */
export const DATA_DIR = 'data'
export const SANDBOX_DATA_DIR = 'data-sandbox'

const BUILT_WEB = join(import.meta.dirname, '../../../../web/dist')

type Environment = Readonly<Record<string, string | undefined>>

/** Parses all settings from environment variables; a blank value counts as absent. Throws a SettingProblem that names the first bad setting. */
export function readSettings(env: Environment): Settings {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined
  const sandbox = readChoice('SANDBOX', get('SANDBOX'), ['no', 'yes']) === 'yes'
  return {
    host: get('HOST') ?? '127.0.0.1',
    port: readPort(get('PORT') ?? '8787'),
    sandbox,
    refusesSimulation: readChoice('REFUSE_SIMULATION', get('REFUSE_SIMULATION'), ['yes', 'no']) === 'yes' && !sandbox,
    dataDir: resolve(get('DATA_DIR') ?? (sandbox ? SANDBOX_DATA_DIR : DATA_DIR)),
    webDir: resolve(get('WEB_DIR') ?? BUILT_WEB),
    databaseUrls: readDatabaseUrls(get('DATABASE_URL')),
    databasePooler: readChoice('DATABASE_POOLER', get('DATABASE_POOLER'), ['none', 'transaction']),
    databaseReadUrl: readUrl('DATABASE_READ_URL', get('DATABASE_READ_URL'), ['postgres:', 'postgresql:']),
    adminSecret: checkVariety('ADMIN_SECRET', readSecret('ADMIN_SECRET', get('ADMIN_SECRET'))),
    secretKey: readSecret('SECRET_KEY', get('SECRET_KEY')),
    smtpUrl: readSmtpUrl(get('SMTP_URL')),
    mailFrom: readSender(get('MAIL_FROM') ?? 'Stillhere <stillhere@localhost>'),
    publicUrl: readPublicUrl(get('PUBLIC_URL')),
    invites: readChoice('INVITES', get('INVITES'), ['required', 'open']),
    waitlist: readChoice('WAITLIST', get('WAITLIST'), ['open', 'closed']),
    invitePrefix: readPrefix(get('INVITE_PREFIX') ?? 'SERVICE'),
    authMode: readChoice('AUTH_MODE', get('AUTH_MODE') ?? 'lock', ['open', 'lock', 'strict']),
    trustProxy: readProxies(get('TRUST_PROXY') ?? 'loopback'),
    connectionsPerAddress: readConnections(get('CONNECTIONS_PER_ADDRESS') ?? '500'),
    corsOrigins: readOrigins(get('CORS_ORIGINS'), get('PUBLIC_URL')),
    tls: readTls(get('TLS_CERT'), get('TLS_KEY')),
    ethRpcUrl: readUrl('ETH_RPC_URL', get('ETH_RPC_URL'), ['http:', 'https:']),
    deviceRoots: readDeviceRoots(get('DEVICE_ROOTS')),
    researchRecordings: readRecordings(get('RESEARCH_RECORDINGS') ?? '20000'),
    webhookPrivateAddresses:
      readChoice('WEBHOOK_PRIVATE_ADDRESSES', get('WEBHOOK_PRIVATE_ADDRESSES'), ['no', 'yes']) === 'yes',
    limits: readLimits(get('LIMITS') ?? ''),
    publishing: readPublishing(get),
    logLevel: readChoice('LOG_LEVEL', get('LOG_LEVEL'), LOG_LEVELS),
    logFormat: readChoice('LOG_FORMAT', get('LOG_FORMAT'), LOG_FORMATS),
  }
}

/**
 * Throws a SettingProblem if the service listens for other machines without PUBLIC_URL. Without it, a relayed request could choose the
 * address for which signed messages are accepted.
 */
export function requireName({ host, publicUrl }: Settings): void {
  if (publicUrl !== undefined || isLoopbackHost(host)) return
  throw new SettingProblem(
    'HOST {host} lets others in: set PUBLIC_URL to the address that they use, like https://id.example.org (or start with --lan to try a phone on this network)',
    { host },
  )
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new SettingProblem('PORT must be a whole number from 0 to 65535, not {text}', { text: JSON.stringify(text) })
}

function readConnections(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count > 0) return count
  throw new SettingProblem('CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 999999, not {text}', {
    text: JSON.stringify(text),
  })
}

function readChoice<Choice extends string>(name: string, text: string | undefined, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === (text ?? choices[0]))
  if (choice !== undefined) return choice
  throw new SettingProblem('{name} must be one of {choices}, not {text}', {
    name,
    choices: choices.join(', '),
    text: JSON.stringify(text),
  })
}

function readDatabaseUrls(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  try {
    return parseDatabaseUrl(text)
  } catch (error) {
    throw new SettingProblem('DATABASE_URL {problem}', { problem: (error as Error).message })
  }
}

function readRecordings(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new SettingProblem('RESEARCH_RECORDINGS must be a whole number from 0 to 999999, not {text}', {
    text: JSON.stringify(text),
  })
}

// Never shows the value: a URL may hold a password.
function readUrl(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  throw new SettingProblem('{name} must be a URL that begins with one of {protocols}', {
    name,
    protocols: protocols.map((one) => `${one}//`).join(', '),
  })
}

// Paths are put behind it, so that nothing else may stand there.
function readPublicUrl(text: string | undefined): string | undefined {
  const url = readUrl('PUBLIC_URL', text, ['http:', 'https:'])
  if (url === undefined || !/[?#@]/.test(url)) return url?.replace(/\/+$/, '')
  throw new SettingProblem(
    'PUBLIC_URL must look like https://id.example.org, without a user name, a query or a fragment',
  )
}

// Options in the query look as if they did something; nothing there is read.
function readSmtpUrl(text: string | undefined): string | undefined {
  const url = readUrl('SMTP_URL', text, ['smtp:', 'smtps:'])
  if (url === undefined || (new URL(url).hostname !== '' && !/[?#]/.test(url))) return url
  throw new SettingProblem('SMTP_URL must look like smtp://user:password@host:port, with nothing after the port')
}

function readSender(text: string): string {
  if (parseSender(text) !== null) return text
  throw new SettingProblem('MAIL_FROM must be like Name <name@example.org>, not {text}', { text: JSON.stringify(text) })
}

function readSecret(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text.length >= 16) return text
  throw new SettingProblem('{name} must have at least 16 characters', { name })
}

/** Returns whether a secret has at least eight different characters, which rules out most secrets that can be guessed over the network. */
export function hasVariety(secret: string): boolean {
  return new Set(secret).size >= 8
}

function checkVariety(name: string, secret: string | undefined): string | undefined {
  if (secret === undefined || hasVariety(secret)) return secret
  throw new SettingProblem('{name} must have at least 8 different characters', { name })
}

function readPrefix(text: string): string {
  if (/^[A-Z0-9]{1,20}$/.test(text)) return text
  throw new SettingProblem('INVITE_PREFIX must be 1 to 20 capital letters or digits, not {text}', {
    text: JSON.stringify(text),
  })
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

// Names that Fastify knows.
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

function readProxies(text: string): string[] {
  const proxies = text === 'none' ? [] : readList(text)
  const bad = proxies.find((proxy) => !PROXY_NAMES.includes(proxy) && !isNetwork(proxy))
  if (bad === undefined) return proxies
  throw new SettingProblem(
    'TRUST_PROXY must be none or a list of {names}, addresses and networks like 10.0.0.0/8, not {text}',
    { names: PROXY_NAMES.join(', '), text: JSON.stringify(bad) },
  )
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

// A service that others reach by PUBLIC_URL must not trust every program on the machines of its callers.
function readOrigins(text: string | undefined, publicUrl: string | undefined): Settings['corsOrigins'] {
  if (text === undefined && publicUrl === undefined) return 'loopback'
  const origins = readList(text ?? '')
  const bad = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (bad === undefined) return origins
  throw new SettingProblem('CORS_ORIGINS must be origins like https://app.example.org, not {text}', {
    text: JSON.stringify(bad),
  })
}

function readTls(cert: string | undefined, key: string | undefined): Settings['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new SettingProblem('TLS_CERT and TLS_KEY go together')
  const pair = { cert: readFile('TLS_CERT', cert), key: readFile('TLS_KEY', key) }
  try {
    createSecureContext(pair)
    return pair
  } catch {
    throw new SettingProblem('TLS_CERT and TLS_KEY must be a certificate and its private key as PEM files')
  }
}

function readDeviceRoots(folder: string | undefined): X509Certificate[] {
  const roots = folder === undefined ? [] : parseDeviceRoots(resolve(folder))
  if (typeof roots === 'string') throw new SettingProblem('DEVICE_ROOTS {problem}', { problem: roots })
  return roots
}

function readLimits(text: string): Limits {
  const limits = parseLimits(text)
  if (typeof limits === 'string') throw new SettingProblem('LIMITS: {problem}', { problem: limits })
  return limits
}

function readPublishing(get: (name: string) => string | undefined): PublishingSettings {
  const publishing = parsePublishing(get)
  if (typeof publishing === 'string') throw new SettingProblem(publishing)
  return publishing
}

function readFile(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new SettingProblem('{name} names a file that cannot be read: {path}', { name, path })
  }
}

const FORM = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^@/?#]*)(?<rest>[/?][^#]*)?$/
const ATTRIBUTE = 'target_session_attrs'
// We write: a host that only reads is of no use, whether the URL says so or not.
const WRITES = new Set(['read-write', 'primary', 'any'])

/**
 * Splits a DATABASE_URL with several hosts, "postgresql://user@a:5432,b:5433/name", into one URL per host, in order. Throws an Error that
 * doesn't quote the text, which may contain a password.
 */
export function parseDatabaseUrl(text: string): string[] {
  const { start = '', hosts = '', rest = '' } = FORM.exec(text)?.groups ?? {}
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`)
  if (urls.length > 1 && hosts.split(',').includes('')) throw new Error('names a host that is empty')
  if (start === '' || !urls.every((url) => URL.canParse(url)))
    throw new Error(
      'must be a URL that begins with postgres:// or postgresql://; several hosts are separated by commas',
    )
  return urls.map(removeAttribute)
}

function removeAttribute(text: string): string {
  const url = new URL(text)
  const wanted = url.searchParams.get(ATTRIBUTE)
  if (wanted === null) return text
  if (!WRITES.has(wanted)) throw new Error(`${ATTRIBUTE} must be read-write: the service writes`)
  url.searchParams.delete(ATTRIBUTE)
  return url.href
}

/** The sender of mails. */
export type Sender = { name: string; address: string; domain: string }

// No quoted names, comments or lists: what is left can be written into a header without rules of its own.
const SENDER = /^(?:([^<>@"(),:;[\]\\]{0,100}?)\s*<([^\s<>]+)>|([^\s<>]+))$/
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)$/

/** Parses "Name <address>" or a bare e-mail address; returns null for other text. */
export function parseSender(text: string): Sender | null {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return null
  const [, name = '', bracketed, bare] = SENDER.exec(text) ?? []
  const address = bracketed ?? bare ?? ''
  const [, domain] = ADDRESS.exec(address) ?? []
  return domain === undefined ? null : { name, address, domain: domain.toLowerCase() }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Reads all certificates in the files of a folder; returns a sentence that names the file if one can't be read. */
function parseDeviceRoots(folder: string): X509Certificate[] | string {
  const files = listFiles(folder)
  if (files === undefined) return `names a folder that cannot be read: ${folder}`
  if (files.length === 0) return `names a folder without certificates: ${folder}`
  const roots = files.map(readCertificates)
  const bad = roots.findIndex((found) => found === undefined)
  if (bad >= 0) return `holds a file that is no PEM certificate or cannot be read: ${files[bad]}`
  return roots.flatMap((found) => found ?? [])
}

// Hidden ones are left out: what mounts a folder keeps its own things there.
function listFiles(folder: string): string[] | undefined {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
    return names.toSorted().map((name) => join(folder, name))
  } catch {
    return undefined
  }
}

function readCertificates(file: string): X509Certificate[] | undefined {
  try {
    const found = readFileSync(file, 'utf8').match(PEM)
    return found?.map((text) => new X509Certificate(text))
  } catch {
    return undefined
  }
}
