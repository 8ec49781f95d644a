import { say, sayCount } from '../../../words/speak.ts'

export const WORDS = {
  count: say('How many'),
  countHint: say('Each lets one person join, once.'),
  note: say('Note'),
  noteHint: say('Who is it for? Only operators see this.'),
  button: say('Make invites'),
  made: (count: number) => sayCount(count, 'Your invite is ready.', '{count} invites are ready.'),
  madeAdvice: say(
    'Save or send them now: they’re shown only once. Later, the list shows just the last two characters.',
  ),
  link: (code: string) => say('Invite link {end}', { end: code.slice(-2) }),
  links: say('Invite links'),
  qr: (code: string) => say('QR code of the invite link ending in {end}', { end: code.slice(-2) }),
  showQr: say('Show QR code'),
  mailIt: say('Mail it'),
  address: say('Email address'),
  send: say('Send'),
  sent: (to: string) => say('The invite is on its way to {to}.', { to }),
  wrongAddress: say('That doesn’t look like an email address.'),
} as const

/** The address that an invite is given as: the page Join, with the code filled in. */
export function writeInviteLink(origin: string, code: string): string {
  return `${origin}/join?invite=${encodeURIComponent(code)}`
}
