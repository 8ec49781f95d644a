/** What the other ways in say. */
export const WAYS_WORDS = {
  passkey: 'Sign in with a passkey',
  recovery: 'Lost your email, passkey or wallet?',
  recoveryText: 'Use one of the recovery codes you saved. Each works once.',
  recoveryCode: 'Recovery code',
  recoveryHint: '16 letters and digits, like k7qm-2vxd-9hpr-4twz.',
  recoveryShort: 'A recovery code has 16 letters and digits.',
  recoveryButton: 'Sign in with this code',
  recoveryWrong: { title: 'That code didn’t work.', advice: 'Check it, or use another one: each works only once.' },
} as const

/** What the page of the link in a mail says. */
export const LINK_WORDS = {
  title: 'Sign in with your link',
  text: 'You opened the link from our email. Press the button to sign in with this browser for 30 days.',
  button: 'Sign in',
  refused: { title: 'This link no longer works.', advice: 'It was used before, or it’s too old. Ask for a new code.' },
  again: 'Ask for a new code',
} as const
