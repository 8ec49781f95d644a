/** What the account menu says. */
export const ACCOUNT_WORDS = {
  label: (nodeHandle: string) => `Account: ${nodeHandle}`,
  signedInAs: 'Signed in as',
  node: 'My node',
  receipts: 'Receipts',
  devices: 'Devices and sign-in',
  signOut: 'Sign out',
  failed: 'We couldn’t sign you out. Check your connection and try again.',
} as const
