/** What the page says. */
export const WORDS = {
  title: 'Set up Stillhere',
  lead: 'Three short steps. You can do each of them later in Admin.',
  opening: 'Opening your link…',
  noLink: 'This page needs its link.',
  noLinkAdvice: 'Open the link that the first start printed, or run npx stillhere setup on the machine of the service.',
  used: 'This link was opened before.',
  usedAdvice:
    'It works once. If that wasn’t you, change ADMIN_SECRET now: that ends every operator session. Then run npx stillhere setup for a new link.',
  expired: 'This link has expired.',
  expiredAdvice: 'It works for an hour. Run npx stillhere setup for a new one.',
  admin: 'Go to Admin',
  address: {
    title: '1. Address',
    same: 'Everything fits.',
    sameAdvice: (address: string) => `PUBLIC_URL is ${address}, and that’s where you are.`,
    unset: 'Only this machine can use the service.',
    unsetAdvice:
      'That’s fine for trying it out. For others, set PUBLIC_URL to the address they will use, like https://id.example.org, and start again.',
    other: 'PUBLIC_URL is another address.',
    otherAdvice: (address: string, seen: string) =>
      `PUBLIC_URL is ${address}, but your browser is at ${seen}. Links in mails lead to PUBLIC_URL.`,
  },
  mail: {
    title: '2. Mail',
    smtp: 'Mail is set up. Send yourself one to be sure.',
    files: 'Mail is not set up.',
    filesAdvice: (folder: string) =>
      `Mails become files in ${folder}, and Admin shows them. Set SMTP_URL to send them to people.`,
  },
  invites: {
    title: '3. First invites',
    required: 'People join by an invite. Make some for the first of them.',
    open: 'INVITES=open: everybody can join without an invite.',
  },
  done: {
    title: 'You’re the operator',
    text: 'This browser stays signed in for 12 hours. After that, Admin asks for the admin secret.',
  },
} as const

/** What the address of the browser has to do with PUBLIC_URL. */
export function judgeAddress(publicUrl: string | null, origin: string): 'same' | 'unset' | 'other' {
  if (publicUrl === null) return 'unset'
  return new URL(publicUrl).origin === origin ? 'same' : 'other'
}
