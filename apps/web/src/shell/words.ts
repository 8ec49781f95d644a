import { say } from '../words/speak.ts'

/** What the account menu says. */
export const ACCOUNT_WORDS = {
  label: (nodeHandle: string) => say('Account: {handle}', { handle: nodeHandle }),
  signedInAs: say('Signed in as'),
  node: say('My node'),
  receipts: say('Receipts'),
  devices: say('Devices and sign-in'),
  signOut: say('Sign out'),
  failed: say('We couldn’t sign you out. Check your connection and try again.'),
} as const
