import { say } from '../words/speak.ts'

/** What pages say to whoever is not signed in. */
export const SIGN_IN_WORDS = {
  title: say('You’re not signed in.'),
  text: say('Join with an invite, or sign in with a passkey, your email or your wallet.'),
  button: say('Join or sign in'),
} as const
