import { say, sayCount } from '../../../words/speak.ts'
/** What the list of browsers and programs says. */
export const SESSION_WORDS = {
  end: say('End'),
  ended: (name: string) => say('{name} has ended.', { name }),
  title: say('Where you’re signed in'),
  lead: say('A browser stays signed in for 30 days. Sign out anything you don’t recognize.'),
  thisDevice: say('This device'),
  program: (id: string) => say('Program (token {id})', { id }),
  signOut: say('Sign out'),
  signedOut: (name: string) => say('{name} is signed out.', { name }),
  signOutOthers: say('Sign out everywhere else'),
  othersSignedOut: (count: number) => sayCount(count, 'One other is signed out.', '{count} others are signed out.'),
  rename: say('Rename'),
  renameTitle: say('Rename this device'),
  renamed: (name: string) => say('It’s called {name} now.', { name }),
  name: say('Name of the device'),
  nameHint: say('Only you see it.'),
  save: say('Save'),
  cancel: say('Cancel'),
} as const

export const SCOPE_WORDS = {
  read: say('Read what your node has'),
  scan: say('Scan'),
  entropy: say('Record points'),
} as const

/** What a program may do, in one line. */
export function describeScopes(scopes: readonly (keyof typeof SCOPE_WORDS)[]): string {
  return scopes.map((scope) => SCOPE_WORDS[scope]).join(' · ')
}

export const TOKEN_WORDS = {
  open: say('Create a token for a program…'),
  title: say('Create a token for a program'),
  lead: say(
    'A program can use your node with it until you end it. It can never add passkeys or wallets, export or erase.',
  ),
  name: say('Name of the program'),
  nameHint: say('Only you see it, for example “home server”.'),
  scopes: say('It may'),
  make: say('Create the token'),
  made: (name: string) => say('The token for {name}', { name }),
  keep: say('Copy it now. We show it only this once.'),
  token: say('Token'),
  done: say('I copied it'),
} as const
