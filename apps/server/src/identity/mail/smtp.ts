import type { ConnectionOptions } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { Letter, Post } from './compose.ts'
import { withoutAddresses } from './rules.ts'

export type SmtpOptions = {
  /** For the tests; a server elsewhere is held to the certificates that the machine trusts. */
  tls?: ConnectionOptions
  /** To reach the server and be greeted. */
  greetingMs?: number
  /** To hear something, at any moment: long, for a server that takes its time over a mail would get it again. */
  silenceMs?: number
  /** For the whole conversation; less than a claim holds. */
  deadlineMs?: number
}

/** Sends by SMTP, one conversation for each letter. To another host than this one only through TLS. */
export function smtpPost(
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
      await converse(connection, server.auth, letter)
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

/** Only what we know of: nodemailer itself would also take a log, a file or "no TLS" from the URL's query. */
function readServer(smtpUrl: string): Server {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = isLoopback(host)
  const secure = protocol === 'smtps:'
  return {
    address: { host, ...(port === '' ? {} : { port: Number(port) }), secure, requireTLS: !secure && !isHere },
    // A mail server on this machine mostly has a certificate of its own making, and nobody is in between.
    tls: isHere ? { rejectUnauthorized: false } : {},
    auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

async function converse(connection: SMTPConnection, auth: Auth, { from, to, raw }: Letter): Promise<void> {
  const broken = new Promise<never>((_, reject) => {
    // Not once: an error that nobody listens to would end this process.
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('the conversation ended before the mail was taken')))
  })
  const taken = async () => {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))
    if (auth) await new Promise<void>((resolve, reject) => connection.login(auth, settle(resolve, reject)))
    const envelope = { from, to: [to], size: raw.length }
    await new Promise<void>((resolve, reject) => connection.send(envelope, raw, settle(resolve, reject)))
  }
  await Promise.race([taken(), broken])
}

function settle(resolve: () => void, reject: (error: Error) => void): (error: Error | null) => void {
  return (error) => (error ? reject(error) : resolve())
}

type SmtpError = Error & { responseCode?: number; command?: string }

// What is said to these three is about this mail. A refused greeting, TLS or login is about the server and our settings.
const ABOUT_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA']
const AUTHENTICATION_REQUIRED = 530

function toOutcome({ message, responseCode = 0, command = '' }: SmtpError, to: string): Outcome {
  const isForGood = responseCode >= 500 && responseCode !== AUTHENTICATION_REQUIRED && ABOUT_THE_MAIL.includes(command)
  return { outcome: isForGood ? 'refused' : 'failed', problem: withoutAddresses(message, to) }
}
