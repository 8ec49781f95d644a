import type { Moment } from './moment.ts'

/** Something said to those who listen, and when. */
export type Said = { text: string; at: number }

// Whoever listens must be able to hear one sentence out before the next begins.
const LEAST_GAP_MS = 3000

/** What to say at a moment: each command at once and never twice in a row, a hint only when there was quiet. */
export function nextSaid(moment: Moment, last: Said, now: number): Said {
  const { command, hint, arrow, phase } = moment
  const isQuiet = now - last.at >= LEAST_GAP_MS
  if (phase === 'countdown') return sayOnce(`${command}. It begins in three seconds.`, last, now)
  // Coming back and waiting explain themselves; a voice would talk over the next arrow.
  if (phase !== 'capturing' || arrow?.state === 'now') return sayOnce(command, last, now)
  return isQuiet && hint !== '' ? sayOnce(hint, last, now) : last
}

function sayOnce(text: string, last: Said, now: number): Said {
  return text === last.text ? last : { text, at: now }
}
