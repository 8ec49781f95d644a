import type { FailureWords, ProblemWords } from '../../../parts/problem-words.ts'
import { say } from '../../../words/speak.ts'

const UNKNOWN: FailureWords = {
  kind: 'warn',
  title: say('There is no such site or agent.'),
  advice: say('Compare every character. An agent must have proved its key before it can ask.'),
}

const TOO_MANY: FailureWords = {
  kind: 'warn',
  title: say('A hundred sites and agents may ask you.'),
  advice: say('Remove one to let another ask.'),
}

/** What it means that an asker could not be found, allowed, changed or removed. */
export const ASKER_PROBLEMS: ProblemWords = { NOT_FOUND: UNKNOWN, ASKER_LIMIT_REACHED: TOO_MANY }

/** Of the choice whether an asker gets the key of the person. */
export const SHARE_KEY = say(
  'Share my key: its receipts then carry the public key of my passkey, and it can check that I approved without trusting this service.',
)
