import { say } from '../words/speak.ts'

/** What level 1 shows and what it does not; in English the very words of the receipt package. */
export const LEVEL_ONE_WORDS = say(
  'The motion looks like that of a person and answers a fresh challenge. Simulation is not excluded.',
)
