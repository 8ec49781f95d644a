import type { OutputOf } from '@stillhere/client/http'
import { say, sayCount } from '../../words/speak.ts'

/** Texts of Home for visitors. */
export const WORDS = {
  title: say('Show that you’re here.'),
  lead: say(
    'Hold your phone and follow six arrows. The service judges how it moved and signs a receipt that anyone can check, offline, without asking us.',
  ),
  join: say('Join or sign in'),
  tryIt: say('Try a practice round'),
  agent: say('Declare an agent'),
  tryNote: say('A practice round needs nothing: no account, no invite.'),
  wayIn: [
    say('Join with an invite and your email.'),
    say('The first time, teach it how you move: about a minute.'),
    say('Scan: about ten seconds with the phone in your hand. Keep the receipt, and come back tomorrow.'),
  ],
} as const

/** Texts of Home for members. */
export const MEMBER_WORDS = {
  title: (nodeHandle: string) => say('Welcome back, {handle}.', { handle: nodeHandle }),
  lead: describeNextStep,
  scan: (left: number | null) => (left === null ? say('Scan') : say('Scan: {left} left today', { left })),
  receipts: say('Your receipts'),
  node: say('My node'),
  figures: say('Your node today'),
  streak: say('Streak'),
  days: (count: number) => sayCount(count, 'day', 'days'),
  level: say('Particle level'),
  ofLevels: say('of 8'),
  left: say('Scans left'),
  today: say('today, until midnight UTC'),
} as const

type Streak = Pick<OutputOf<'getEntropy'>, 'streakDays' | 'lastEntropyDate'>

/** Describes what a scan would do for a member on a UTC day, such as '2026-03-10'. */
function describeNextStep(
  { streakDays, lastEntropyDate }: Streak,
  { left, today }: { left: number | null; today: string },
) {
  if (left === 0) return say('You’ve made all three scans that count today. Come back tomorrow.')
  if (streakDays === 0) return say('Scan today to start a streak.')
  if (lastEntropyDate === today) return say('Today counts toward your streak. Come back tomorrow to keep it.')
  return say('Scan today to keep your streak.')
}
