import { say } from '../../words/speak.ts'
/** What the other ways in say. */
export const WAYS_WORDS = {
  passkey: say('Sign in with a passkey'),
  recovery: say('Lost your email, passkey or wallet?'),
  recoveryText: say('Use one of the recovery codes you saved. Each works once.'),
  recoveryCode: say('Recovery code'),
  recoveryHint: say('16 letters and digits, like k7qm-2vxd-9hpr-4twz.'),
  recoveryShort: say('A recovery code has 16 letters and digits.'),
  recoveryButton: say('Sign in with this code'),
  recoveryWrong: {
    title: say('That code didn’t work.'),
    advice: say('Check it, or use another one: each works only once.'),
  },
} as const
