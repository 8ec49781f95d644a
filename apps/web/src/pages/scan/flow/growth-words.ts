import type { Growth } from './growth.ts'

/** What a scan did for the node: one line to be glad of, and the rest. */
export type GrowthWords = { title: string; lines: string[] }

/** The growth of a node in words; null while nothing is known of it. */
export function growthWords({ motion, entropy, limit }: Growth): GrowthWords | null {
  if (entropy === null && motion === null && limit === null) return null
  const lines = [
    ...(entropy ? entropyLines(entropy) : []),
    ...(motion ? [remainingWords(motion.daily_remaining)] : []),
    ...(limit ? [limitWords(limit.waitMs)] : []),
  ]
  return { title: chooseTitle(entropy, limit), lines }
}

type Entropy = NonNullable<Growth['entropy']>

function chooseTitle(entropy: Growth['entropy'], limit: Growth['limit']): string {
  if (entropy?.leveledUp) return `You reached particle level ${entropy.particleLevel}!`
  if (entropy && entropy.entropyGain > 0) return pointWords(entropy.entropyGain)
  return limit || entropy ? 'That’s enough for today.' : 'Your scan counts.'
}

function pointWords(gain: number): string {
  return gain === 1 ? '+1 point' : `+${gain.toLocaleString('en')} points`
}

function entropyLines(entropy: Entropy): string[] {
  const { entropyGain, leveledUp, spikeTriggered, streakDays, streakMultiplier, progress, decayApplied } = entropy
  return [
    ...(leveledUp ? [pointWords(entropyGain)] : []),
    ...(spikeTriggered ? ['Strong scan! Double points.'] : []),
    ...(entropyGain > 0 ? [streakWords(streakDays, streakMultiplier)] : []),
    ...(decayApplied ? ['Some points were lost while you were away; that’s already counted.'] : []),
    progressWords(progress),
  ]
}

function streakWords(days: number, multiplier: number): string {
  if (days <= 1) return 'Day 1 of your streak. Come back tomorrow.'
  return multiplier > 1 ? `Day ${days} of your streak: bonus ×${multiplier}.` : `Day ${days} of your streak.`
}

function progressWords({ current, nextLevel }: Entropy['progress']): string {
  if (current >= nextLevel) return `${current.toLocaleString('en')} points in all: the highest particle level there is.`
  return `${current.toLocaleString('en')} points in all. The next particle level starts at ${nextLevel.toLocaleString('en')}.`
}

function remainingWords(left: number): string {
  if (left === 0)
    return 'That was your third scan today. More scans still give receipts; points start again at midnight UTC.'
  return left === 1 ? 'One more scan counts today.' : `${left} more scans count today.`
}

function limitWords(waitMs: number | undefined): string {
  const hours = waitMs === undefined ? null : Math.ceil(waitMs / 3_600_000)
  const when = hours === null ? '' : hours <= 1 ? ', within the hour' : `, in about ${hours} hours`
  return `Three scans a day count, and you’ve made them. Your receipt is valid all the same; points start again after midnight UTC${when}.`
}
