/** How many may wait to be served and for how long: after a quiet time, and while more comes than can be served. */
export type WaitingBounds = { calm: Patience; crowded: Patience }

type Patience = { most: number; ms: number }

/**
 * A burst after a quiet time is let in and served within seconds. Where a crowd stays that long, few wait and only for a moment, so that
 * whoever is let in is served soon and everybody else hears at once that they should come back.
 */
export const WAITING_BOUNDS: WaitingBounds = { calm: { most: 1000, ms: 3000 }, crowded: { most: 16, ms: 100 } }

// A crowd has gone when nobody had to be refused for so long.
const CALM_AGAIN_MS = 1000

// A burst that is too large is refused in part and then over; where more and more come for so long, it is a crowd.
const OVERFULL_MS = 200

/** Hears whether it is served now, or refused. */
type Settle = (isServed: boolean) => void

/** Who is served, who waits and who is refused. */
export type Admission = {
  /** Whether whoever comes now would be refused: asked before anything is spent on a request. */
  isFull: () => boolean
  /** Serves at once, or lets wait. */
  enter: (settle: Settle) => void
  /** Serves those who wait as far as there is room, and refuses those who have waited too long. */
  goOn: () => void
  waiting: () => number
}

// Many refusals in a row would hold up those who are served.
const MOST_AT_ONCE = 16

/** Up to so many are served in the order in which they came. */
const SHORT_QUEUE = 100

/**
 * First come, first served, as long as the queue is short. In a long one the last to come is served first: those who have waited longest are
 * lost anyway, since their callers give up or will be refused, and everybody would have to wait as long as anybody may.
 */
export function createAdmission(
  hasRoom: () => boolean,
  { bounds = WAITING_BOUNDS, now = () => performance.now() }: { bounds?: WaitingBounds; now?: () => number } = {},
): Admission {
  const waiting: { settle: Settle; since: number }[] = []
  let crowdedSince: number | undefined
  let overfullSince: number | undefined
  let crowdedUntil = Number.NEGATIVE_INFINITY
  const patience = () => (now() < crowdedUntil ? bounds.crowded : bounds.calm)
  // A burst is no crowd yet: only one that outlasts the patience of quiet times.
  const noteRefusal = () => {
    const isLasting = crowdedSince !== undefined && now() - crowdedSince >= bounds.calm.ms
    if (isLasting || now() < crowdedUntil) crowdedUntil = now() + CALM_AGAIN_MS
  }
  const refuseLate = () => {
    for (let most = MOST_AT_ONCE; most > 0; most--) {
      if (waiting[0] === undefined || waiting[0].since >= now() - patience().ms) return
      noteRefusal()
      waiting.shift()?.settle(false)
    }
  }
  const noteOverfull = () => {
    overfullSince ??= now()
    if (now() - overfullSince >= OVERFULL_MS) crowdedUntil = now() + CALM_AGAIN_MS
    noteRefusal()
  }
  const takeNext = () => (waiting.length > SHORT_QUEUE ? waiting.pop() : waiting.shift())
  const goOn = () => {
    refuseLate()
    while (waiting.length > 0 && hasRoom()) takeNext()?.settle(true)
    if (waiting.length === 0) crowdedSince = overfullSince = undefined
  }
  return {
    isFull: () => {
      const isFull = waiting.length >= patience().most
      if (isFull) noteOverfull()
      return isFull
    },
    enter: (settle) => {
      if (waiting.length === 0 && hasRoom()) return settle(true)
      crowdedSince ??= now()
      waiting.push({ settle, since: now() })
    },
    goOn,
    waiting: () => waiting.length,
  }
}
