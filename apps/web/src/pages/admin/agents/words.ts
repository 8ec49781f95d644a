/** What the tab Agents says. */
export const WORDS = {
  title: 'Agents',
  none: 'No agents yet.',
  noneAdvice: 'They appear as soon as one is declared on the page Agents or by a program.',
  list: 'Agents, newest first',
  heads: { agent: 'Agent', kind: 'Kind', origin: 'Origin', state: 'State', declared: 'Declared', act: 'Actions' },
  revoke: 'Revoke',
  question: (handle: string) => `Revoke ${handle}?`,
  consequence: 'Its key counts for nothing from now on, for good: it can’t sign requests or ask for approvals.',
} as const

export const STATES = { declared: 'declared', verified: 'verified', revoked: 'revoked' } as const
