/** What the list of browsers and programs says. */
export const SESSION_WORDS = {
  title: 'Where you’re signed in',
  lead: 'A browser stays signed in for 30 days. Sign out anything you don’t recognize.',
  thisDevice: 'This device',
  program: (id: string) => `Program (token ${id})`,
  signedIn: 'Signed in ',
  lastUsed: ', last used ',
  neverUsed: ', never used',
  until: ', until ',
  signOut: 'Sign out',
  signedOut: (name: string) => `${name} is signed out.`,
  signOutOthers: 'Sign out everywhere else',
  othersSignedOut: (count: number) => (count === 1 ? 'One other is signed out.' : `${count} others are signed out.`),
  rename: 'Rename',
  renameTitle: 'Rename this device',
  renamed: (name: string) => `It’s called ${name} now.`,
  name: 'Name of the device',
  nameHint: 'Only you see it.',
  save: 'Save',
  cancel: 'Cancel',
} as const

/** What the card of the recovery codes says. */
export const RECOVERY_WORDS = {
  title: 'Recovery codes',
  lead: 'Ten codes to sign in with if you lose your email, passkeys and wallet. Each works once. Keep them on paper.',
  left: (count: number, wasMade: boolean) => {
    if (!wasMade) return 'You have no recovery codes yet.'
    return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`
  },
  ask: (wasMade: boolean) => (wasMade ? 'Mail me a code to make new ones' : 'Mail me a code to make them'),
  code: 'Code for the recovery codes',
  codeHint: 'Six digits, from your mail. It works for ten minutes.',
  sixDigits: 'The code has six digits.',
  make: 'Make recovery codes',
  made: 'Save these codes now.',
  keep: 'We show them only this once. Older ones no longer work.',
  file: 'stillhere-recovery-codes.txt',
  save: 'Save as a file',
  done: 'I saved them',
} as const
