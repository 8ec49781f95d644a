import type { Language, Say } from '@stillhere/messages'
import { createSpeakers } from '../../platform/speakers.ts'

/** A paragraph of a mail, a code on its own line, or a link. */
type Line = string | { code: string } | { link: string }

type MailWords = { subject: string; lines: Line[] }

/** The values that every kind of mail needs: the translate function, the address of the service, and the time of expiry as text. */
type WordContext = { say: Say; publicUrl: string | undefined; until: string | null }

const speakerOf = createSpeakers('mail')

/** Returns the subject and the paragraphs of a mail in its reader's language, by default English. */
export function createWords(mail: Mail, { publicUrl, expiresAt, language = 'en' }: MailContext): MailWords {
  const { say } = speakerOf(language)
  const context = { say, publicUrl, until: expiresAt === null ? null : formatTime(expiresAt, say) }
  const link: Line[] = publicUrl === undefined ? [] : [{ link: publicUrl }]
  if (mail.kind === 'code') return createCodeWords(mail.params, context)
  if (mail.kind === 'founding_tester') return createApplicationWords(mail.params, context)
  if (mail.kind === 'approval') return createApprovalWords(mail.params, context)
  if (mail.kind === 'invite') return createInviteWords(mail.params, context)
  if (mail.kind === 'waitlist') return createWaitlistWords(mail.params, context)
  const { subject, lines } = mail.kind === 'notice' ? createNoticeWords(mail.params, say) : PLAIN[mail.kind](say)
  return { subject, lines: [...lines, ...link] }
}

const PLAIN: Readonly<Record<'test' | 'subscription', (say: Say) => MailWords>> = {
  test: (say) => ({
    subject: say('Mail from Stillhere works'),
    lines: [
      say('This is a test that the operator of this service asked for.'),
      say('Mail works. There is nothing to do.'),
    ],
  }),
  subscription: (say) => ({
    subject: say('You’re on the Stillhere waitlist'),
    lines: [
      say('This email address was put on the waitlist of Stillhere.'),
      say('You need an invite to join. Until you get one, there is nothing to do.'),
      say('Not you? Ignore this mail: an address that is never confirmed is forgotten after 90 days.'),
    ],
  }),
}

function createNoticeWords({ event, at }: { event: OwnerEvent; at: string }, say: Say): MailWords {
  const {
    subject,
    sentence,
    advice = say(
      'If not: sign in with a code from this mailbox, open My node, sign out every device and remove every wallet and passkey you do not recognize. Then make new recovery codes.',
    ),
  } = NOTICES[event](say)
  return {
    subject,
    lines: [
      say('{sentence} It was at {time}.', { sentence, time: formatTime(new Date(at), say) }),
      say('If this was you, there is nothing to do.'),
      advice,
    ],
  }
}

type Notice = { subject: string; sentence: string; advice?: string }

const NOTICES: Readonly<Record<OwnerEvent, (say: Say) => Notice>> = {
  wallet: (say) => ({
    subject: say('A wallet was added to your Stillhere node'),
    sentence: say('A wallet was bound to your node and can sign in to it from now on.'),
  }),
  passkey: (say) => ({
    subject: say('A passkey was added to your Stillhere node'),
    sentence: say('A passkey was added to your node. It can sign scans and sign in from now on.'),
  }),
  passkey_clone: (say) => ({
    subject: say('A passkey of your Stillhere node may have been copied'),
    sentence: say('A passkey of your node signed with an old counter, as a copy would. It no longer works.'),
  }),
  passkey_removed: (say) => ({
    subject: say('A passkey was removed from your Stillhere node'),
    sentence: say('A passkey was removed from your node. It no longer signs anything.'),
  }),
  sign_in: (say) => ({
    subject: say('New sign-in to your Stillhere node'),
    sentence: say('A browser or program that we did not know signed in to your node.'),
  }),
  recovery: (say) => ({
    subject: say('A recovery code signed in to your Stillhere node'),
    sentence: say(
      'Someone signed in to your node with one of its recovery codes. That code is used up now. For 24 hours from the first such sign-in, its browser can add nothing that lasts: no passkey, wallet, token or codes, and no one who may ask you.',
    ),
    advice: say(
      'If not: within 24 hours, sign in with a code from this mailbox, open My node and make new recovery codes. That ends this sign-in and all earlier codes.',
    ),
  }),
  recovery_codes: (say) => ({
    subject: say('New recovery codes for your Stillhere node'),
    sentence: say('Ten new recovery codes were made for your node. Earlier ones no longer work.'),
  }),
  enrollment: (say) => ({
    subject: say('Your Stillhere node was enrolled'),
    sentence: say('Your node was enrolled for scans: later scans are compared with the motion that was shown.'),
  }),
  export: (say) => ({
    subject: say('Your Stillhere data was exported'),
    sentence: say('All data of your node was exported.'),
  }),
  erasure: (say) => ({
    subject: say('Your Stillhere node was erased'),
    sentence: say('Your node and all data of it were erased for good.'),
    advice: say('If not: someone else can read this mailbox or use one of your devices. Change its password first.'),
  }),
  token: (say) => ({
    subject: say('A program got a token for your Stillhere node'),
    sentence: say(
      'A token was made with which a program can use your node. My node lists it under Access, and ends it.',
    ),
  }),
  asker: (say) => ({
    subject: say('A site or agent may now ask your Stillhere node'),
    sentence: say('A site or agent was allowed to ask you for approvals, or how often it may ask was changed.'),
  }),
  least_method: (say) => ({
    subject: say('Your Stillhere node accepts a weaker approval now'),
    sentence: say('From now on requests can be approved in a weaker way than before, such as by one press.'),
  }),
}

function createInviteWords(
  { code, origin }: { code: string; origin: string | null },
  { say, publicUrl }: WordContext,
): MailWords {
  const base = formatBase(publicUrl ?? origin)
  const way: Line[] =
    base === null
      ? [say('Open the Join page of the service and enter this code:'), { code }]
      : [{ link: `${base}/join?invite=${code}` }]
  return {
    subject: say('You’re invited to Stillhere'),
    lines: [
      say('You are invited to join Stillhere. This invite is for one person:'),
      ...way,
      say('Not expecting it? Ignore this mail: nothing happens without you.'),
    ],
  }
}

// The secret comes after the #, and the page asks for a press: a program that opens links in mails cannot join the list.
function createWaitlistWords(
  { link, origin }: { link: string; origin: string | null },
  context: WordContext,
): MailWords {
  const { say, publicUrl, until } = context
  const base = formatBase(publicUrl ?? origin)
  const way: Line[] =
    base === null
      ? [say('Open the page /waitlist of the service and enter:'), { code: link }]
      : [{ link: `${base}/waitlist#${link}` }]
  return {
    subject: say('Your request for a Stillhere invite'),
    lines: [
      say('Someone, probably you, asked for an invite to Stillhere with this address. To ask for it, open this link:'),
      ...way,
      until === null
        ? say('You can use it to take yourself off the list again, too.')
        : say('It works until {until}, also to take yourself off the list again.', { until }),
      say('Not you? Ignore this mail: your address is on no list, and we keep nothing.'),
    ],
  }
}

// The link's secret comes after the #, and the page asks for a press: a program that opens links in mails cannot sign in.
function createCodeWords({ code, link, origin = null }: CodeParams, { say, publicUrl, until }: WordContext): MailWords {
  const base = formatBase(publicUrl ?? origin)
  const byLink: Line[] =
    base === null || link === undefined
      ? []
      : [say('Or open this link and press Sign in:'), { link: `${base}/join#link=${link}` }]
  return {
    subject: say('{code} is your Stillhere code', { code }),
    lines: [
      base === null
        ? say('Your code for Stillhere:')
        : say('Your code for Stillhere at {host}:', { host: new URL(base).host }),
      { code },
      ...byLink,
      `${describeUse(byLink.length > 0, { say, until })} ${say('Type the code only where you asked for it. No one from Stillhere will ever ask you for it.')}`,
      say('Not you? Ignore this mail: nothing happens without the code.'),
    ],
  }
}

function describeUse(hasLink: boolean, { say, until }: Pick<WordContext, 'say' | 'until'>): string {
  if (until === null) return hasLink ? say('Code and link work once, together.') : say('It works once.')
  return hasLink
    ? say('Code and link work once, together, until {until}.', { until })
    : say('It works once until {until}.', { until })
}

// After the #, so that no server's log and no program that opens links in mails gets to see the token.
function createApplicationWords({ token }: { token: string }, { say, publicUrl, until }: WordContext): MailWords {
  const base = formatBase(publicUrl ?? null)
  const way: Line[] =
    base === null
      ? [say('Open the page /confirm of the service and enter:'), { code: token }]
      : [{ link: `${base}/confirm#${token}` }]
  const once = until === null ? say('It works once.') : say('It works once until {until}.', { until })
  return {
    subject: say('Confirm your Stillhere application'),
    lines: [
      say('This email address applied to be a founding tester of Stillhere. Confirm it to get your invite:'),
      ...way,
      `${once} ${say('The first 50 people to confirm are founding testers.')}`,
      say('Not you? Ignore this mail: nothing happens without it.'),
    ],
  }
}

// Without the action: others store mails, and the person should read it on the page where they decide.
function createApprovalWords(
  { asker, path, origin }: ApprovalParams,
  { say, publicUrl, until }: WordContext,
): MailWords {
  const base = formatBase(publicUrl ?? origin)
  return {
    subject: say('{asker} asks for your approval', { asker }),
    lines: [
      until === null
        ? say('{asker} asks for your approval. Only the page shows what for; approve or deny it there:', { asker })
        : say('{asker} asks for your approval. Only the page shows what for; approve or deny it until {until}:', {
            asker,
            until,
          }),
      base === null ? say('Open My node.') : { link: `${base}${path}` },
      say('If you did not expect this, deny it.'),
    ],
  }
}

function formatBase(base: string | null): string | null {
  return base === null ? null : base.replace(/\/$/, '')
}

function formatTime(moment: Date, say: Say): string {
  const [day = '', time = ''] = moment.toISOString().split('T')
  return say('{time} UTC on {day}', { time: time.slice(0, 5), day })
}

/** The kinds of mail with their parameters. Mails contain no text of other people except the name of an asker. */
export type Mail =
  | { kind: 'subscription'; params: Record<string, never> }
  | { kind: 'code'; params: CodeParams }
  | { kind: 'founding_tester'; params: { token: string } }
  | { kind: 'approval'; params: ApprovalParams }
  | { kind: 'invite'; params: { code: string; origin: string | null } }
  | { kind: 'waitlist'; params: { link: string; origin: string | null } }
  | { kind: 'test'; params: Record<string, never> }
  | { kind: 'notice'; params: { event: OwnerEvent; at: string } }

/** A code, and the secret of the link that does the same; `origin` is this service's address if PUBLIC_URL is not set. */
type CodeParams = { code: string; link?: string; origin?: string | null }

/** The name of the asker, and the path of the page where the person decides; `origin` is this service's address if PUBLIC_URL is not set. */
type ApprovalParams = { asker: string; path: string; origin: string | null }

export type MailKind = Mail['kind']

/** The events that the owner of a node gets a mail about. */
export type OwnerEvent =
  | 'wallet'
  | 'passkey'
  | 'passkey_clone'
  | 'passkey_removed'
  | 'sign_in'
  | 'recovery'
  | 'recovery_codes'
  | 'enrollment'
  | 'export'
  | 'asker'
  | 'least_method'
  | 'erasure'
  | 'token'

/** The context of a mail: the address of the service, the time of expiry, and the language. */
export type MailContext = { publicUrl: string | undefined; expiresAt: Date | null; language?: Language | undefined }
