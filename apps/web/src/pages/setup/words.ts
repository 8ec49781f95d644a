import { say } from '../../words/speak.ts'

/** Texts of the page. */
export const WORDS = {
  title: say('Set up Stillhere'),
  lead: say('Three short steps. You can do each of them later in Admin.'),
  opening: say('Opening your link…'),
  noLink: say('This page needs its link.'),
  noLinkAdvice: say(
    'Open the link that the first start printed, or run npx --no-install stillhere setup on the server.',
  ),
  used: say('This link has already been used.'),
  usedAdvice: say(
    'It works once. If that wasn’t you, change ADMIN_SECRET now: that ends every operator session. Then run npx --no-install stillhere setup for a new link.',
  ),
  ended: say('This link is no longer open.'),
  endedAdvice: say(
    'An operator has signed in with the admin secret, and that ends every link. Sign in the same way, or run npx --no-install stillhere setup for a new link.',
  ),
  expired: say('This link has expired.'),
  expiredAdvice: say('It works for an hour. Run npx --no-install stillhere setup for a new one.'),
  admin: say('Go to Admin'),
  address: {
    title: say('1. Address'),
    same: say('All good.'),
    sameAdvice: (address: string) => say('PUBLIC_URL is {address}, and that’s where you are.', { address }),
    unset: say('Only this machine can use the service.'),
    unsetAdvice: say(
      'That’s fine for trying it out. For others, set PUBLIC_URL to the address they will use, like https://id.example.org, and start again.',
    ),
    other: say('PUBLIC_URL is another address.'),
    otherAdvice: (address: string, seen: string) =>
      say('PUBLIC_URL is {address}, but your browser is at {seen}. Links in mails lead to PUBLIC_URL.', {
        address,
        seen,
      }),
  },
  mail: {
    title: say('2. Mail'),
    smtp: say('Mail is set up. Send yourself one to be sure.'),
    files: say('Mail is not set up.'),
    filesAdvice: (folder: string) =>
      say('Mails are saved as files in {folder}, and you can read them in Admin. Set SMTP_URL to send them.', {
        folder,
      }),
  },
  invites: {
    title: say('3. First invites'),
    required: say('People need an invite to join. Make the first ones here.'),
    open: say('INVITES=open is set: anyone can join without an invite.'),
  },
  done: {
    title: say('You’re the operator'),
    text: say('This browser stays signed in for 12 hours. After that, Admin asks for the admin secret.'),
  },
} as const

/** Compares the browser's origin with the origin of the setting PUBLIC_URL. Returns `unset` if PUBLIC_URL is null, otherwise `same` or `other`. */
export function judgeAddress(publicUrl: string | null, origin: string): 'same' | 'unset' | 'other' {
  if (publicUrl === null) return 'unset'
  return new URL(publicUrl).origin === origin ? 'same' : 'other'
}
