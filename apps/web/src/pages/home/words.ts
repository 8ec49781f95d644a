/** What Home says to strangers. */
export const WORDS = {
  title: 'Show that you’re here.',
  lead: 'Hold your phone and follow six strokes. The service judges how it moved and signs a receipt that anybody can check, offline, without asking us.',
  join: 'Join or sign in',
  tryIt: 'Try it',
  agent: 'Declare an agent',
  tryNote: 'Trying it needs nothing: no account, no invite.',
  wayIn: [
    'Join with an invite and your email. No invite? Ask the person who runs this service.',
    'The first time, teach it how you move: about a minute.',
    'Scan: about ten seconds with the phone in your hand. Keep the receipt, and come back tomorrow.',
  ],
} as const

/** What Home says to members. */
export const MEMBER_WORDS = {
  title: (nodeHandle: string) => `Welcome back, ${nodeHandle}.`,
  leadLeft: 'Scan today to keep your streak.',
  leadDone: 'You’ve made all three scans that count today. Come back tomorrow.',
  scan: (left: number | null) => (left === null ? 'Scan' : `Scan: ${left} left today`),
  receipts: 'Your receipts',
  node: 'My node',
  figures: 'Your node today',
  streak: 'Streak',
  days: (count: number) => (count === 1 ? 'day' : 'days'),
  level: 'Particle level',
  ofLevels: 'of 8',
  left: 'Scans left',
  today: 'today, until midnight UTC',
} as const
