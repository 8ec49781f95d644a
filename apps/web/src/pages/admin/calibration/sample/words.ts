import { say } from '../../../../words/speak.ts'

/** What is said about the sample. */
export const WORDS = {
  title: say('This is sample data.'),
  text: say('60 made-up people, the same ones each time. None of it is stored, and it can’t be put in force.'),
  leave: say('Leave the sample'),
} as const
