import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { Letter, Post } from './letters.ts'

type SmtpOptions = {
  /** TLS options for tests; by default, the server's certificate must be trusted by this machine. */
  tls?: ConnectionOptions
  /** Time limit for connecting to the server and receiving its greeting. */
  greetingMs?: number
  /** Time limit for each response. It is long, because a mail whose response came too late would be sent twice. */
  silenceMs?: number
  /** Time limit for the whole connection; shorter than a claim on the delivery. */
  deadlineMs?: number
}

/** Creates a function that sends mails by SMTP, with a new connection for each mail. Connections to other hosts than this machine require TLS. */
export function createSmtpPost(
  smtpUrl: string,
  { tls = {}, greetingMs = 20_000, silenceMs = 120_000, deadlineMs = 180_000 }: SmtpOptions = {},
): Post {
  const server = readServer(smtpUrl)
  const options = {
    ...server.address,
    tls: { ...server.tls, ...tls },
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    dnsTimeout: greetingMs,
    socketTimeout: silenceMs,
  }
  return async (letter) => {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection(options)
    const deadline = setTimeout(() => connection.close(), deadlineMs)
    try {
      await sendLetter(connection, server.auth, letter)
      return { outcome: 'sent' }
    } catch (error) {
      return toOutcome(error as SmtpError, letter.to)
    } finally {
      clearTimeout(deadline)
      connection.close()
    }
  }
}

type Auth = { user: string; pass: string } | undefined
type Server = {
  address: { host: string; port?: number; secure: boolean; requireTLS: boolean }
  tls: ConnectionOptions
  auth: Auth
}

/** Reads the mail server from SMTP_URL, without its query: nodemailer would also accept a log, a file or "no TLS" from it. */
function readServer(smtpUrl: string): Server {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = isLoopback(host)
  const secure = protocol === 'smtps:'
  return {
    address: { host, ...(port === '' ? {} : { port: Number(port) }), secure, requireTLS: !secure && !isHere },
    // A mail server on this machine mostly has a certificate of its own making, and there is no network in between.
    tls: isHere ? { rejectUnauthorized: false } : {},
    auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

/** Returns whether a mail server's host name is this machine: localhost, ::1 or 127.*. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

async function sendLetter(connection: SMTPConnection, auth: Auth, { from, to, raw }: Letter): Promise<void> {
  const broken = new Promise<never>((_, reject) => {
    // Not once: an error without a listener would end this process.
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('the conversation ended before the mail was taken')))
  })
  const taken = async () => {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))
    if (auth) await new Promise<void>((resolve, reject) => connection.login(auth, createSettler(resolve, reject)))
    const envelope = { from, to: [to], size: raw.length }
    await new Promise<void>((resolve, reject) => connection.send(envelope, raw, createSettler(resolve, reject)))
  }
  await Promise.race([taken(), broken])
}

function createSettler(resolve: () => void, reject: (error: Error) => void): (error: Error | null) => void {
  return (error) => (error ? reject(error) : resolve())
}

type SmtpError = Error & { responseCode?: number; command?: string }

// The replies to these three are about this mail. A refused greeting, TLS or login is about the server and our settings.
const ABOUT_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA']
const AUTHENTICATION_REQUIRED = 530

function toOutcome({ message, responseCode = 0, command = '' }: SmtpError, to: string): Outcome {
  const isForGood = responseCode >= 500 && responseCode !== AUTHENTICATION_REQUIRED && ABOUT_THE_MAIL.includes(command)
  return { outcome: isForGood ? 'refused' : 'failed', problem: removeAddresses(message, to) }
}

const MAX_PROBLEM_LENGTH = 300

/** Prepares a mail server's message for the operator's log: without e-mail addresses and the recipient's name, on one line, at most 300 characters. */
export function removeAddresses(text: string, to: string): string {
  const local = to.slice(0, to.lastIndexOf('@')).toLowerCase()
  // Servers also write "user ada unknown", without the domain.
  const hide = (word: string) => (word.replace(/[.!?]+$/, '').toLowerCase() === local ? '[address]' : word)
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\S*@\S*/g, '[address]')
    .replaceAll(/[^\s<>"'()[\]:;,]+/g, hide)
    .slice(0, MAX_PROBLEM_LENGTH)
    .trim()
}

/**
 * Creates a function that writes mails to files below `dataDir` instead of sending them, for services without SMTP_URL. Only the service's
 * user can read the files; `log` gets a line with each file's name.
 */
export function createFilePost(dataDir: string, log: (line: string) => void): Post {
  const folder = findOutboxFolder(dataDir)
  return async ({ id, messageId, raw }) => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A second try has the same name and replaces the file.
      const file = join(folder, `${id}-${messageId.slice(1, 9)}.eml`)
      await writeFile(`${file}.part`, raw, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
      log(`mail written to ${file}`)
      return { outcome: 'sent' }
    } catch (error) {
      return { outcome: 'failed', problem: `the file could not be written: ${readErrorCode(error)}` }
    }
  }
}

/** Reads the files of mails with these ids, from createFilePost; returns the MIME text by mail id. Files that were deleted are omitted. */
export async function readMailFiles(dataDir: string, ids: readonly number[]): Promise<Map<number, string>> {
  const folder = findOutboxFolder(dataDir)
  const wanted = new Set(ids)
  const found = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => ({ name, id: Number.parseInt(name, 10) }))
    .filter(({ id }) => wanted.has(id))
  const files = new Map<number, string>()
  for (const { name, id } of found) {
    const file = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    if (file !== undefined) files.set(id, file)
  }
  return files
}

/**
 * Returns the path of the folder with mail files as shown to the operator: relative to `startedIn`, the folder in which the service was
 * started, or DATA_DIR/outbox if it isn't below that folder.
 */
export function describeOutbox(dataDir: string, startedIn: string): string {
  const path = relative(startedIn, findOutboxFolder(dataDir))
  return path.startsWith('..') || isAbsolute(path) ? join('DATA_DIR', 'outbox') : path
}

function findOutboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

/** Deletes the mail files that were written before `before`. */
export async function removeOldFiles(dataDir: string, before: Date): Promise<void> {
  const folder = findOutboxFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => /\.eml(?:\.part)?$/.test(one))) {
    const file = join(folder, name)
    const written = await stat(file).catch(() => undefined)
    if (written && written.mtime < before) await rm(file, { force: true })
  }
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

/** A parsed mail, as the operator reads it. */
type ReadLetter = { to: string; subject: string; text: string }

/** Parses a MIME message that this service wrote into recipient, subject and plain text. */
export function parseLetter(raw: string): ReadLetter {
  const { fields, body } = splitPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(fields.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [{ fields, body }] : body.split(`--${boundary}`).slice(1, -1).map(splitPart)
  const plain = parts.find((part) => /^text\/plain\b/i.test(part.fields.get('content-type') ?? '')) ?? parts[0]
  return {
    to: decodeWords(fields.get('to') ?? ''),
    subject: decodeWords(fields.get('subject') ?? ''),
    text: plain ? decodeBody(plain).trim() : '',
  }
}

type Part = { fields: ReadonlyMap<string, string>; body: string }

function splitPart(text: string): Part {
  const normal = text.replaceAll('\r\n', '\n').replace(/^\n/, '')
  const end = normal.indexOf('\n\n')
  const head = end < 0 ? normal : normal.slice(0, end)
  // A line that begins with a blank goes on with the field before it (RFC 5322, section 2.2.3).
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { fields: new Map(fields), body: end < 0 ? '' : normal.slice(end + 2) }
}

function decodeBody({ fields, body }: Part): string {
  const encoding = (fields.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\n', '')) : body
}

/** Decodes the encoded words in a header field (RFC 2047). */
function decodeWords(field: string): string {
  return field
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
