import type { Language } from '@stillhere/messages'
import type { Transport } from '../../platform/outbox/deliver.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { Delivery } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { parseSender, type Sender } from '../../platform/settings/settings.ts'
import { writeContents } from './contents.ts'
import type { Mail } from './kinds.ts'

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
