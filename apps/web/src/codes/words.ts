import { say } from '../words/speak.ts'

/** What is said of a mailed code wherever it is typed in. */
export const CODE_WORDS = {
  code: say('Code'),
  sixDigits: say('The code has six digits.'),
} as const
