import { formatNumber } from '../../../words/format.ts'
import { say, sayCount } from '../../../words/speak.ts'
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
  if (entropy?.leveledUp) return say('You reached particle level {level}!', { level: entropy.particleLevel })
  if (entropy && entropy.entropyGain > 0) return pointWords(entropy.entropyGain)
  return limit || entropy ? say('That’s enough for today.') : say('Your scan counts.')
}

function pointWords(gain: number): string {
  return sayCount(gain, '+{count} point', '+{count} points')
}

function entropyLines(entropy: Entropy): string[] {
  const { entropyGain, leveledUp, spikeTriggered, streakDays, streakMultiplier, progress, decayApplied } = entropy
  return [
    ...(leveledUp ? [pointWords(entropyGain)] : []),
    ...(spikeTriggered ? [say('Strong scan! Double points.')] : []),
    ...(entropyGain > 0 ? [streakWords(streakDays, streakMultiplier)] : []),
    ...(decayApplied ? [say('Some points were lost while you were away; that’s already counted.')] : []),
    progressWords(progress),
  ]
}

function streakWords(days: number, multiplier: number): string {
  if (days <= 1) return say('Day 1 of your streak. Come back tomorrow.')
  return multiplier > 1
    ? say('Day {day} of your streak: bonus ×{factor}.', { day: days, factor: multiplier })
    : say('Day {day} of your streak.', { day: days })
}

function progressWords({ current, nextLevel }: Entropy['progress']): string {
  const points = formatNumber(current)
  if (current >= nextLevel) return say('{points} points in all: the highest particle level there is.', { points })
  return say('{points} points in all. The next particle level starts at {next}.', { points, next: nextLevel })
}

function remainingWords(left: number): string {
  if (left === 0)
    return say('That was your third scan today. More scans still give receipts; points start again at midnight UTC.')
  return sayCount(left, 'One more scan counts today.', '{count} more scans count today.')
}

function limitWords(waitMs: number | undefined): string {
  const enough = say('Three scans a day count, and you’ve made them. Your receipt is valid all the same.')
  return `${enough} ${whenWords(waitMs)}`
}

function whenWords(waitMs: number | undefined): string {
  if (waitMs === undefined) return say('Points start again after midnight UTC.')
  return sayCount(
    Math.max(1, Math.ceil(waitMs / 3_600_000)),
    'Points start again after midnight UTC, within the hour.',
    'Points start again after midnight UTC, in about {count} hours.',
  )
}
