import { say } from '../../../words/speak.ts'

/** What the tab Agents says. */
export const WORDS = {
  title: say('Agents'),
  none: say('No agents yet.'),
  noneAdvice: say('They appear once one is declared, on the Agents page or by a program.'),
  list: say('Agents, newest first'),
  heads: {
    agent: say('Agent'),
    kind: say('Kind'),
    origin: say('Origin'),
    state: say('State'),
    declared: say('Declared'),
    act: say('Actions'),
  },
  revoke: say('Revoke'),
  question: (handle: string) => say('Revoke {handle}?', { handle }),
  consequence: say('Its key stops working permanently: it can no longer sign requests or ask for approvals.'),
} as const

export const STATES = {
  declared: say('declared'),
  verified: say('verified'),
  revoked: say('revoked permanently'),
} as const
