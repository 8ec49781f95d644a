/** What pages say to whoever is not signed in. */
export const SIGN_IN_WORDS = {
  title: 'You’re not signed in.',
  text: 'Join with an invite, or sign in with a passkey, your email or your wallet.',
  button: 'Join or sign in',
} as const
