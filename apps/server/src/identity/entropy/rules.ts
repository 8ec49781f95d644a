import type { EntropyState } from '@stillhere/contract'

/** Thresholds of the particle levels 1 to 8. */
const LEVELS = [0, 100, 300, 800, 2000, 5000, 12_000, 30_000] as const
const TOP = 30_000

/** The number of days after the last scan within which another scan keeps the streak. */
const STREAK_GRACE_DAYS = 3

/** The stored entropy of a node; days are 'YYYY-MM-DD' in UTC. */
export type Entropy = { score: number; streakDays: number; bestPes: number; lastDay: string | null }

/** The measurements of a motion scan, each 0 to 1. */
export type Scan = { pes: number; noise?: number; frequency?: number; biological?: number }

export type EntropyChange = {
  after: Entropy
  /** `decay`: points lost because the node was idle before this scan; `gain`: points earned by this scan. */
  decay: number
  gain: number
  leveledUp: boolean
  spikeTriggered: boolean
}

/**
 * Computes a node's entropy after a scan that earns a gain: first the decay of idle days, then the new streak, then the gain multiplied by
 * that streak. Stores nothing; `day` is 'YYYY-MM-DD' in UTC.
 */
export function recordScan(before: Entropy, scan: Scan, day: string): EntropyChange {
  const rested = computeDecayedScore(before, day)
  const streakDays = computeStreak(before, day)
  const spikeTriggered = isSpike(scan)
  const gain = computeGain(scan.pes, computeMultiplier(streakDays), spikeTriggered ? 2 : 1)
  const score = rested + gain
  return {
    after: {
      score,
      streakDays,
      bestPes: Math.max(before.bestPes, scan.pes),
      lastDay: selectLaterDay(before.lastDay, day),
    },
    decay: before.score - rested,
    gain,
    leveledUp: findLevel(score) > findLevel(rested),
    spikeTriggered,
  }
}

/** Computes a node's entropy after a scan when all gains of the day are spent: only `bestPes` can change. Stores nothing. */
export function recordBeyondLimit(before: Entropy, scan: Scan): EntropyChange {
  const after = { ...before, bestPes: Math.max(before.bestPes, scan.pes) }
  return { after, decay: 0, gain: 0, leveledUp: false, spikeTriggered: false }
}

/**
 * Computes the streak in days after a scan: the first scan starts it at 1, a scan on the next day adds 1, a scan on the same day or after
 * two or three days keeps it, a later one starts again at 1.
 */
export function computeStreak({ streakDays, lastDay }: Entropy, day: string): number {
  if (lastDay === null) return 1
  const gap = countDaysBetween(lastDay, day)
  if (gap === 1) return streakDays + 1
  return gap <= STREAK_GRACE_DAYS ? streakDays : 1
}

/** Returns the factor for gains: 1 below 7 days of streak, 1.5 from 7 days, 2 from 30 days. */
export function computeMultiplier(streakDays: number): number {
  if (streakDays >= 30) return 2
  return streakDays >= 7 ? 1.5 : 1
}

/** Returns the score that is left on `day`: unchanged for 30 days after `lastDay`, then reduced by 0.1 % per day and rounded down. */
export function computeDecayedScore({ score, lastDay }: Pick<Entropy, 'score' | 'lastDay'>, day: string): number {
  const idle = lastDay === null ? 0 : countDaysBetween(lastDay, day)
  return idle > 30 ? Math.floor(score * 0.999 ** (idle - 30)) : score
}

/** Returns the particle level of a score, 1 to 8. */
export function findLevel(score: number): number {
  return LEVELS.filter((threshold) => score >= threshold).length
}

/** Returns the score, the threshold of the next particle level, and how many percent of the way between the two levels are reached (100 at the top). */
export function computeProgress(score: number): EntropyState['progress'] {
  const level = findLevel(score)
  const floor = LEVELS[level - 1] ?? 0
  const nextLevel = LEVELS[level] ?? TOP
  const pct = score >= TOP ? 100 : Math.floor((10_000 * (score - floor)) / (nextLevel - floor)) / 100
  return { current: score, nextLevel, pct }
}

/** Returns the entropy that the API shows for `day`, with the score after decay. Before the first gain, `registeredDay` is shown as the last day. */
export function toState(
  entropy: Entropy,
  { day, registeredDay, scanCount }: { day: string; registeredDay: string; scanCount: number },
): EntropyState {
  const score = computeDecayedScore(entropy, day)
  return {
    entropyScore: score,
    particleLevel: findLevel(score),
    streakDays: entropy.streakDays,
    streakMultiplier: computeMultiplier(entropy.streakDays),
    bestPes: entropy.bestPes,
    lastEntropyDate: entropy.lastDay ?? registeredDay,
    scanCount,
    progress: computeProgress(score),
  }
}

function isSpike({ noise = 0, frequency = 0, biological = 0 }: Scan): boolean {
  return noise >= 0.75 && frequency >= 0.65 && biological >= 0.55
}

function computeGain(pes: number, multiplier: number, spike: number): number {
  return Math.max(1, Math.floor((1 + computeBonus(pes)) * multiplier * spike))
}

function computeBonus(pes: number): number {
  if (pes >= 0.85) return 6
  return pes >= 0.7 ? 3 : 0
}

// A call that began before midnight can come to its turn after one that began later.
function selectLaterDay(lastDay: string | null, day: string): string {
  return lastDay === null || lastDay < day ? day : lastDay
}

function countDaysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000
}
