import type { Language } from '@stillhere/messages'
import type { Transport } from '../../platform/outbox/deliver.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { Delivery } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { parseSender, type Sender } from '../../platform/settings/settings.ts'
import { encodeHtml, findInvisible } from '../../platform/visible-text.ts'
import { type ApprovalParams, type CodeParams, type Line, type Mail, type MailContext, writeWords } from './words.ts'

/** A mail in the form in which it travels. */
export type Letter = {
  id: number
  /** Of a mail, not of a try: whoever receives it twice can tell. */
  messageId: string
  from: string
  to: string
  raw: Buffer
}

/** What is sealed of a mail; those queued by an earlier version name no language. */
type Sealed = { to: string; params: Mail['params']; language?: Language }

/** Sends a letter to its recipient. */
export type Post = (letter: Letter) => Promise<Outcome>

export function createMailTransport(service: Service, post: Post): Transport {
  return { channel: 'mail', send: async (mail) => post(await composeLetter(service, mail)) }
}

/** A mail as it waits in the outbox. */
export type QueuedMail = Pick<Delivery, 'id' | 'kind' | 'payload' | 'createdAt' | 'expiresAt'>

/** Opens a queued mail and writes it out; every try of the same mail has the same Message-ID and date. */
export async function composeLetter({ secrets, settings }: Service, mail: QueuedMail): Promise<Letter> {
  const { to, params, language } = JSON.parse(secrets.open('mail', mail.payload)) as Sealed
  const from = parseSender(settings.mailFrom)
  if (from === null) throw new Error('MAIL_FROM reached the mails without being checked')
  // A number alone would come again after a restore, and a mail server would drop the new mail as an old one.
  const unique = secrets.hash('message-id', `${mail.id}:${mail.createdAt.toISOString()}`).toString('hex').slice(0, 32)
  const messageId = `<${unique}@${from.domain}>`
  const contents = writeContents({ kind: mail.kind, params } as Mail, {
    ...settings,
    expiresAt: mail.expiresAt,
    language,
  })
  const raw = await write({ from, to, messageId, date: mail.createdAt, ...contents })
  return { id: mail.id, messageId, from: from.address, to, raw }
}

type Parts = { from: Sender; to: string; messageId: string; date: Date; subject: string; text: string; html: string }

async function write({ from, to, messageId, date, subject, text, html }: Parts): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    // As objects: a text would be read as a list of addresses.
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    messageId,
    date,
    subject,
    text,
    html,
    headers: { 'auto-submitted': 'auto-generated' },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

type Contents = { subject: string; text: string; html: string }

/** Writes a mail in both forms. A code stands alone on its line of the text. */
export function writeContents(mail: Mail, surroundings: MailContext): Contents {
  demandPlainParams(mail)
  const { subject, lines } = writeWords(mail, surroundings)
  return { subject, text: writeText(lines), html: writeHtml(lines, surroundings.language ?? 'en') }
}

/** Throws when a parameter is not what its kind of mail quotes: whoever queued the mail has a bug. */
export function demandPlainParams(mail: Mail): void {
  if (mail.kind === 'code') demandPlainCode(mail.params)
  if (mail.kind === 'notice' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(mail.params.at))
    throw new Error('a notice names a time')
  if (mail.kind === 'founding_tester' && !/^[\w-]{43}$/.test(mail.params.token)) {
    throw new Error('a link quotes a token of 43 characters')
  }
  if (mail.kind === 'approval') demandPlainApproval(mail.params)
  if (mail.kind === 'waitlist' && !/^[\w-]{1,1024}$/.test(mail.params.link))
    throw new Error('a link quotes letters and digits')
  if (mail.kind === 'invite' && !/^[A-Z0-9-]{1,40}$/.test(mail.params.code)) throw new Error('an invite quotes a code')
}

function demandPlainCode({ code, link, origin = null }: CodeParams): void {
  if (!/^\d{6}$/.test(code)) throw new Error('a code mail quotes six digits')
  if (link !== undefined && !/^[\w-]{1,1024}$/.test(link)) throw new Error('a link quotes letters and digits')
  if (origin !== null && !URL.canParse(origin)) throw new Error('a mail quotes an address that can be parsed')
}

function demandPlainApproval({ asker, path, origin }: ApprovalParams): void {
  if (asker.length > 320 || asker.trim() === '' || findInvisible(asker) !== undefined)
    throw new Error('a mail quotes a name that is one line of visible signs')
  if (!/^(?:\/[\w-]+)+$/.test(path)) throw new Error('a mail quotes a path of plain parts')
  if (origin !== null && !URL.canParse(origin)) throw new Error('a mail quotes an address that can be parsed')
}

function writeText(lines: readonly Line[]): string {
  return `${lines.map(textLine).join('\n\n')}\n`
}

function textLine(line: Line): string {
  if (typeof line === 'string') return wrap(line)
  return 'code' in line ? line.code : line.link
}

// Short lines of ASCII travel as they are; longer ones would be broken up by the encoding.
function wrap(paragraph: string): string {
  return paragraph.replaceAll(/(?=.{73})(.{1,72}) /g, '$1\n')
}

function writeHtml(lines: readonly Line[], language: Language): string {
  const body = lines.map(htmlLine).join('\n')
  return `<!doctype html>\n<html lang="${language}"><body style="${BODY_STYLE}">\n${body}\n</body></html>\n`
}

const BODY_STYLE = 'font-family:sans-serif;line-height:1.5'
const CODE_STYLE = 'font-family:monospace;font-size:1.6em;letter-spacing:.1em'

function htmlLine(line: Line): string {
  if (typeof line === 'string') return `<p>${encodeHtml(line)}</p>`
  if ('code' in line) return `<p style="${CODE_STYLE}">${encodeHtml(line.code)}</p>`
  return `<p><a href="${encodeHtml(line.link)}">${encodeHtml(line.link)}</a></p>`
}
