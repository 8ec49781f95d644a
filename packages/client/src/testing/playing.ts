import { asBrowsersRound, type Mover, type Reading } from './mover.ts'

// Pages take a reading that is more than a second old for one of another clock.
const MOST_LATE_MS = 900
const TICK_MS = 16

export type Playing = {
  rateHz: number
  /** In ms, never going back. */
  now: () => number
  onReading: (reading: Reading, ms: number) => void
}

/**
 * Hands over the mover's readings in their time until the returned function is called. After a pause of the machine those
 * that were missed follow at once, each with its own time, as a real sensor's queue does.
 */
export function playMotion(mover: Mover, { rateHz, now, onReading }: Playing): () => void {
  const stepMs = 1000 / rateHz
  let nextMs = now()
  const timer = setInterval(() => {
    // A person who has just seen a stroke thinks for a moment, on a busy machine for a long one.
    mover.feel(now())
    const untilMs = now()
    nextMs = Math.max(nextMs, untilMs - MOST_LATE_MS)
    for (; nextMs <= untilMs; nextMs += stepMs) onReading(asBrowsersRound(mover.feel(nextMs)), nextMs)
  }, TICK_MS)
  return () => clearInterval(timer)
}
