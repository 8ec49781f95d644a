import type { Language } from '@stillhere/messages'
import type { Transport } from '../../platform/outbox/deliver.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { Delivery } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { parseSender } from '../../platform/settings/settings.ts'
import { encodeHtml, findInvisible } from '../../platform/visible-text.ts'
import { createWords, type Mail, type MailContext } from './words.ts'

/** A mail rendered as a MIME message (`raw`), ready to send. */
export type Letter = {
  id: number
  /** The same for each try of a mail, so that a recipient recognizes a second copy. */
  messageId: string
  from: string
  to: string
  raw: Buffer
}

/** Sends a letter to its recipient. */
export type Post = (letter: Letter) => Promise<Outcome>

/** Creates the transport that sends the mails in the outbox: it renders each queued mail and passes it to `post`. */
export function createMailTransport(service: Service, post: Post): Transport {
  return { channel: 'mail', send: async (mail) => post(await createLetter(service, mail)) }
}

/** A mail in the outbox. */
export type QueuedMail = Pick<Delivery, 'id' | 'kind' | 'payload' | 'createdAt' | 'expiresAt'>

/** Decrypts a queued mail and renders it as a MIME message. Each try of the same mail gets the same Message-ID and date. */
export async function createLetter({ secrets, settings }: Service, mail: QueuedMail): Promise<Letter> {
  // Mails that were queued by an earlier version name no language.
  const { to, params, language } = JSON.parse(secrets.open('mail', mail.payload)) as {
    to: string
    params: Mail['params']
    language?: Language
  }
  const from = parseSender(settings.mailFrom)
  if (from === null) throw new Error('MAIL_FROM reached the mails without being checked')
  // A number alone would come again after a restore, and a mail server would drop the new mail as an old one.
  const unique = secrets.hash('message-id', `${mail.id}:${mail.createdAt.toISOString()}`).toString('hex').slice(0, 32)
  const messageId = `<${unique}@${from.domain}>`
  const contents = createContents({ kind: mail.kind, params } as Mail, {
    ...settings,
    expiresAt: mail.expiresAt,
    language,
  })
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    // As objects: a text would be read as a list of addresses.
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    messageId,
    date: mail.createdAt,
    ...contents,
    headers: { 'auto-submitted': 'auto-generated' },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { id: mail.id, messageId, from: from.address, to, raw: await composer.compile().build() }
}

const BODY_STYLE = 'font-family:sans-serif;line-height:1.5'
const CODE_STYLE = 'font-family:monospace;font-size:1.6em;letter-spacing:.1em'

/** Renders a mail as subject, plain text and HTML. In the plain text, a code stands on a line of its own. */
export function createContents(mail: Mail, context: MailContext): { subject: string; text: string; html: string } {
  requirePlainParams(mail)
  const { subject, lines } = createWords(mail, context)
  const texts = lines.map((line) => {
    if (typeof line !== 'string') return 'code' in line ? line.code : line.link
    // Short lines of ASCII are sent as they are; longer ones would be broken up by the encoding.
    return line.replaceAll(/(?=.{73})(.{1,72}) /g, '$1\n')
  })
  const paragraphs = lines.map((line) => {
    if (typeof line === 'string') return `<p>${encodeHtml(line)}</p>`
    if ('code' in line) return `<p style="${CODE_STYLE}">${encodeHtml(line.code)}</p>`
    return `<p><a href="${encodeHtml(line.link)}">${encodeHtml(line.link)}</a></p>`
  })
  const html = `<!doctype html>\n<html lang="${context.language ?? 'en'}"><body style="${BODY_STYLE}">\n${paragraphs.join('\n')}\n</body></html>\n`
  return { subject, text: `${texts.join('\n\n')}\n`, html }
}

/**
 * Throws an Error if a parameter of a mail doesn't have the format that its kind of mail allows, for example a code of six digits. The
 * error is a bug of the caller; the check keeps strangers' text out of mails.
 */
export function requirePlainParams(mail: Mail): void {
  if (mail.kind === 'code' && !/^\d{6}$/.test(mail.params.code)) throw new Error('a code mail quotes six digits')
  if (mail.kind === 'notice' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(mail.params.at))
    throw new Error('a notice names a time')
  if (mail.kind === 'founding_tester' && !/^[\w-]{43}$/.test(mail.params.token))
    throw new Error('a link quotes a token of 43 characters')
  if (mail.kind === 'invite' && !/^[A-Z0-9-]{1,40}$/.test(mail.params.code)) throw new Error('an invite quotes a code')
  const link = mail.kind === 'code' || mail.kind === 'waitlist' ? mail.params.link : undefined
  if (link !== undefined && !/^[\w-]{1,1024}$/.test(link)) throw new Error('a link quotes letters and digits')
  if (mail.kind === 'approval') {
    const { asker, path } = mail.params
    if (asker.length > 320 || asker.trim() === '' || findInvisible(asker) !== undefined)
      throw new Error('a mail quotes a name that is one line of visible signs')
    if (!/^(?:\/[\w-]+)+$/.test(path)) throw new Error('a mail quotes a path of plain parts')
  }
  const origin = mail.kind === 'code' || mail.kind === 'approval' ? (mail.params.origin ?? null) : null
  if (origin !== null && !URL.canParse(origin)) throw new Error('a mail quotes an address that can be parsed')
}
