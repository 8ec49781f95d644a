import { escapeHtml } from '../html.ts'
import { findInvisible } from '../visible-text.ts'

/** What a mail is about. Codes, tokens and the name of who asks for an approval are all that a mail ever quotes. */
export type Mail =
  | { kind: 'subscription'; params: Record<string, never> }
  | { kind: 'code'; params: CodeParams }
  | { kind: 'founding_tester'; params: { token: string } }
  | { kind: 'approval'; params: ApprovalParams }
  | { kind: 'invite'; params: { code: string; origin: string | null } }
  | { kind: 'waitlist'; params: { link: string; origin: string | null } }
  | { kind: 'test'; params: Record<string, never> }
  | { kind: 'notice'; params: { event: OwnerEvent; at: string } }

/** A code, and what stands after the # of the link beside it; `origin` is where its page is found while PUBLIC_URL is not set. */
type CodeParams = { code: string; link?: string; origin?: string | null }

/** Who asks, and the page where they are answered; `origin` is where that page is found while PUBLIC_URL is not set. */
type ApprovalParams = { asker: string; path: string; origin: string | null }

export type MailKind = Mail['kind']

/** What the owner of a node is told of. */
export type OwnerEvent =
  | 'wallet'
  | 'passkey'
  | 'passkey_clone'
  | 'sign_in'
  | 'recovery'
  | 'recovery_codes'
  | 'enrollment'
  | 'export'

export type Contents = { subject: string; text: string; html: string }

/** What mails say beside their parameters: the link to the service, and until when the mail is of use. */
export type MailContext = { publicUrl: string | undefined; expiresAt: Date | null }

/** Writes a mail in both forms. A code stands alone on its line of the text. */
export function writeContents(mail: Mail, surroundings: MailContext): Contents {
  demandPlainParams(mail)
  const { subject, lines } = writeWords(mail, surroundings)
  return { subject, text: writeText(lines), html: writeHtml(lines) }
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

/** A paragraph, a code on its own line, or the link to the service. */
type Line = string | { code: string } | { link: string }

type Words = { subject: string; lines: Line[] }

function writeWords(mail: Mail, surroundings: MailContext): Words {
  const { publicUrl } = surroundings
  const link: Line[] = publicUrl === undefined ? [] : [{ link: publicUrl }]
  if (mail.kind === 'code') {
    return { subject: `${mail.params.code} is your Stillhere code`, lines: codeLines(mail.params, surroundings) }
  }
  if (mail.kind === 'founding_tester') {
    return { subject: 'Confirm your Stillhere application', lines: applicationLines(mail.params, surroundings) }
  }
  if (mail.kind === 'approval') {
    return { subject: `${mail.params.asker} asks for your approval`, lines: approvalLines(mail.params, surroundings) }
  }
  if (mail.kind === 'invite')
    return { subject: 'You’re invited to Stillhere', lines: inviteLines(mail.params, publicUrl) }
  if (mail.kind === 'waitlist')
    return { subject: 'Your request for a Stillhere invite', lines: waitlistLines(mail.params, surroundings) }
  if (mail.kind === 'test') return { subject: 'Mail from Stillhere works', lines: [...TEST, ...link] }
  if (mail.kind === 'notice') {
    const { event, at } = mail.params
    const { subject, sentence } = NOTICES[event]
    return { subject, lines: [`${sentence} It was at ${formatTime(new Date(at))}.`, ...NOTICE_ADVICE, ...link] }
  }
  return { subject: 'You are on the Stillhere waitlist', lines: [...SUBSCRIPTION, ...link] }
}

const NOTICES: Readonly<Record<OwnerEvent, { subject: string; sentence: string }>> = {
  wallet: {
    subject: 'A wallet was added to your Stillhere node',
    sentence: 'A wallet was bound to your node and can sign in to it from now on.',
  },
  passkey: {
    subject: 'A passkey was added to your Stillhere node',
    sentence: 'A passkey was added to your node and can sign its scans and sign in from now on.',
  },
  passkey_clone: {
    subject: 'A passkey of your Stillhere node may have been copied',
    sentence: 'A passkey of your node signed with an old counter, as a copy of it would. It signs nothing any more.',
  },
  sign_in: {
    subject: 'New sign-in to your Stillhere node',
    sentence: 'A browser or program that we did not know signed in to your node.',
  },
  recovery: {
    subject: 'A recovery code signed in to your Stillhere node',
    sentence: 'Somebody signed in to your node with one of its recovery codes, which is used up now.',
  },
  recovery_codes: {
    subject: 'New recovery codes of your Stillhere node',
    sentence: 'Ten recovery codes were made for your node. Those from before no longer work.',
  },
  enrollment: {
    subject: 'Your Stillhere node was enrolled',
    sentence: 'Your node was enrolled for scans: later scans are compared with the motion that was shown.',
  },
  export: {
    subject: 'Your Stillhere data was exported',
    sentence: 'All data of your node was exported.',
  },
}

const NOTICE_ADVICE: Line[] = [
  'If this was you, there is nothing to do.',
  'If not: sign in with a code from this mailbox, open My node, and there sign out every device and remove every wallet and passkey that you do not know. Then make new recovery codes.',
]

const TEST: Line[] = [
  'This is a test: the operator of this service asked for it.',
  'Mail works. There is nothing to do.',
]

function inviteLines({ code, origin }: { code: string; origin: string | null }, publicUrl: string | undefined): Line[] {
  const base = publicUrl ?? origin
  const way: Line[] =
    base === null
      ? ['Open the page Join of the service and enter this code:', { code }]
      : [{ link: `${base.replace(/\/$/, '')}/join?invite=${code}` }]
  return [
    'You are invited to join Stillhere. This invite is for one person:',
    ...way,
    'Were you not expecting it? Then ignore this mail: nothing happens without you.',
  ]
}

// After the #, and the page asks for a press: no program that opens links in mails puts anybody on the list.
function waitlistLines({ link, origin }: { link: string; origin: string | null }, context: MailContext): Line[] {
  const base = (context.publicUrl ?? origin)?.replace(/\/$/, '')
  const until = context.expiresAt === null ? '' : ` until ${formatTime(context.expiresAt)}`
  const way: Line[] =
    base === undefined
      ? ['Open the page /waitlist of the service and enter:', { code: link }]
      : [{ link: `${base}/waitlist#${link}` }]
  return [
    'Somebody, probably you, asked for an invite to Stillhere with this address. To ask for it, open this link:',
    ...way,
    `It works${until}, also to take you off the list again.`,
    'Not you? Then ignore this mail: your address is on no list, and we keep nothing.',
  ]
}

const SUBSCRIPTION: Line[] = [
  'This e-mail address was put on the waitlist of Stillhere.',
  'You need an invite code to activate a node. Until then there is nothing to do.',
  'Was it not you? Then ignore this mail: an address that is never confirmed is forgotten after 90 days.',
]

// The link's secret comes after the #, and the page asks for a press: no program that opens links in mails signs anybody in.
function codeLines({ code, link, origin = null }: CodeParams, { publicUrl, expiresAt }: MailContext): Line[] {
  const until = expiresAt === null ? '' : ` until ${formatTime(expiresAt)}`
  const base = (publicUrl ?? origin)?.replace(/\/$/, '')
  const place = base === undefined ? 'Stillhere' : `Stillhere at ${new URL(base).host}`
  const byLink: Line[] =
    base === undefined || link === undefined
      ? []
      : ['Or open this link and press Sign in:', { link: `${base}/join#link=${link}` }]
  return [
    `Your code for ${place}:`,
    { code },
    ...byLink,
    `${byLink.length > 0 ? 'Code and link work once, together,' : 'It works once'}${until}. Type the code only where you asked for it. Nobody from Stillhere will ever ask you for it.`,
    'Not you? Then ignore this mail: nothing happens without the code.',
  ]
}

// After the #, so that no server's log and no program that opens links in mails gets to see the token.
function applicationLines({ token }: { token: string }, { publicUrl, expiresAt }: MailContext): Line[] {
  const until = expiresAt === null ? '' : ` until ${formatTime(expiresAt)}`
  const way: Line[] =
    publicUrl === undefined
      ? ['Open the page /confirm of the service and enter:', { code: token }]
      : [{ link: `${publicUrl.replace(/\/$/, '')}/confirm#${token}` }]
  return [
    'This e-mail address applied to be a founding tester of Stillhere. Confirm it, and get your invite code:',
    ...way,
    `This works once${until}. The first 50 people to confirm are founding testers.`,
    'Was it not you? Then ignore this mail: nothing happens without it.',
  ]
}

// Not what is asked for: mails are kept by others, and a person is to read it on the page where the answer is given.
function approvalLines({ asker, path, origin }: ApprovalParams, { publicUrl, expiresAt }: MailContext): Line[] {
  const until = expiresAt === null ? '' : ` until ${formatTime(expiresAt)}`
  const base = publicUrl ?? origin
  const way: Line = base === null ? 'Open My node.' : { link: `${base.replace(/\/$/, '')}${path}` }
  return [
    `${asker} asks for your approval. What for is shown only there, and you can approve or deny it${until}:`,
    way,
    'If you did not expect this, deny it.',
  ]
}

function formatTime(moment: Date): string {
  return `${moment.toISOString().slice(11, 16)} UTC on ${moment.toISOString().slice(0, 10)}`
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

function writeHtml(lines: readonly Line[]): string {
  const body = lines.map(htmlLine).join('\n')
  return `<!doctype html>\n<html lang="en"><body style="${BODY_STYLE}">\n${body}\n</body></html>\n`
}

const BODY_STYLE = 'font-family:sans-serif;line-height:1.5'
const CODE_STYLE = 'font-family:monospace;font-size:1.6em;letter-spacing:.1em'

function htmlLine(line: Line): string {
  if (typeof line === 'string') return `<p>${escapeHtml(line)}</p>`
  if ('code' in line) return `<p style="${CODE_STYLE}">${escapeHtml(line.code)}</p>`
  return `<p><a href="${escapeHtml(line.link)}">${escapeHtml(line.link)}</a></p>`
}
