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
  if (entropy?.leveledUp) return `Your node has reached particle level ${entropy.particleLevel}.`
  if (entropy && entropy.entropyGain > 0) return `Your node grew by ${entropy.entropyGain}.`
  return limit || entropy ? 'That was enough for today.' : 'Your scan is counted.'
}

function entropyLines(entropy: Entropy): string[] {
  const { entropyGain, leveledUp, spikeTriggered, streakDays, streakMultiplier, progress, decayApplied } = entropy
  return [
    ...(leveledUp ? [`It grew by ${entropyGain}, and that was the step.`] : []),
    ...(spikeTriggered ? ['A spike: tremor, rhythm and body were all strong, so this one counted twice.'] : []),
    ...(entropyGain > 0 ? [streakWords(streakDays, streakMultiplier)] : []),
    ...(decayApplied ? ['It had lost a little while you were away; that is counted in.'] : []),
    progressWords(progress),
  ]
}

function streakWords(days: number, multiplier: number): string {
  if (days <= 1) return 'This is the first day of a streak; come back tomorrow.'
  return multiplier > 1 ? `Day ${days} of your streak: gains count ${multiplier} times.` : `Day ${days} of your streak.`
}

function progressWords({ current, nextLevel }: Entropy['progress']): string {
  if (current >= nextLevel)
    return `It stands at ${current.toLocaleString('en')}, on the highest particle level there is.`
  return `It stands at ${current.toLocaleString('en')}; the next particle level begins at ${nextLevel.toLocaleString('en')}.`
}

function remainingWords(left: number): string {
  if (left === 0)
    return 'That was the third scan of today. More are welcome and give receipts, but nothing grows until midnight UTC.'
  return left === 1 ? 'One more scan counts today.' : `${left} more scans count today.`
}

function limitWords(waitMs: number | undefined): string {
  const hours = waitMs === undefined ? null : Math.ceil(waitMs / 3_600_000)
  const when = hours === null ? '' : hours <= 1 ? ', within the hour' : `, in about ${hours} hours`
  return `Three scans a day count, and you had made them. The receipt holds all the same; your node grows again after midnight UTC${when}.`
}
