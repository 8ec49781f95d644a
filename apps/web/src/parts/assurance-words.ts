import { say } from '../words/speak.ts'

/** Explains level 1; in English in the very words of the receipt package. */
export const LEVEL_ONE_WORDS = say(
  'The motion looks like that of a person and answers a fresh challenge. A program can produce such motion.',
)

/** Explains level 2, for the person whose node signed. */
export const LEVEL_TWO_WORDS = say(
  'The scan was made in real time, and a passkey of your node signed it. A program can produce such motion.',
)
