import type { Sighting } from '@stillhere/client/element'
import { type Client, type OutputOf, ProblemError } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { describeFailure } from '../../parts/failure.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Notice } from '../../parts/notice.tsx'
import { service } from '../../service.ts'
import type { Session } from '../../session/session.ts'
import { formatNumber, formatPercent, say, sayCount } from '../../words/speak.ts'

/**
 * Records a verified scan for the signed-in node when first shown, and says what the node gained; offers a retry if that fails. `id` is
 * the receipt's ID, `sighting` the scores in the receipt.
 */
export function Grown({ who, id, sighting }: { who: Session; id: string; sighting: Sighting }) {
  const [growth, setGrowth] = useState<Growth>(NOTHING_RECORDED)
  const [isBusy, setBusy] = useState(true)
  const record = async () => {
    setBusy(true)
    setGrowth(await recordGrowth(service, { email: who.email, id, sighting }, growth))
    setBusy(false)
  }
  useEffect(() => void record(), [])
  return (
    <div class="scan-grown" role="status">
      <Words growth={growth} isBusy={isBusy} />
      {growth.error === null ? null : (
        <NotRecorded error={growth.error} isBusy={isBusy} onRetry={() => void record()} />
      )}
    </div>
  )
}

function Words({ growth, isBusy }: { growth: Growth; isBusy: boolean }) {
  const words = describeGrowth(growth)
  if (words === null) return isBusy ? <p class="soft">{say('Adding your points…')}</p> : null
  const { entropy } = growth
  return (
    <>
      <p class="scan-joy">{words.title}</p>
      {entropy ? (
        <Meter
          label={say('Particle level {level}', { level: entropy.particleLevel })}
          value={entropy.progress.pct}
          max={100}
          words={say('{percent} of the way to the next', { percent: formatPercent(entropy.progress.pct) })}
        />
      ) : null}
      <ul class="scan-lines">
        {words.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** The texts on what a scan did for the node: a headline and details. */
type GrowthWords = { title: string; lines: string[] }

/** Describes what a scan did for the node: a headline and details. Returns null if nothing has been recorded and the daily limit isn't known to be reached. */
export function describeGrowth({ motion, entropy, limit }: Growth): GrowthWords | null {
  if (entropy === null && motion === null && limit === null) return null
  const lines = [
    ...(entropy ? listEntropyLines(entropy) : []),
    ...(motion ? [describeRemaining(motion.daily_remaining)] : []),
    ...(limit ? [describeLimit(limit.waitMs)] : []),
  ]
  return { title: selectTitle(entropy, limit), lines }
}

type Entropy = NonNullable<Growth['entropy']>

function selectTitle(entropy: Growth['entropy'], limit: Growth['limit']): string {
  if (entropy?.leveledUp) return say('You reached particle level {level}!', { level: entropy.particleLevel })
  if (entropy && entropy.entropyGain > 0) return formatPoints(entropy.entropyGain)
  return limit || entropy ? say('That’s enough for today.') : say('Your scan counts.')
}

function formatPoints(gain: number): string {
  return sayCount(gain, '+{count} point', '+{count} points')
}

function listEntropyLines(entropy: Entropy): string[] {
  const { entropyGain, leveledUp, spikeTriggered, streakDays, streakMultiplier, progress, decayApplied } = entropy
  return [
    ...(leveledUp ? [formatPoints(entropyGain)] : []),
    ...(spikeTriggered ? [say('Strong scan! Double points.')] : []),
    ...(entropyGain > 0 ? [describeStreak(streakDays, streakMultiplier)] : []),
    ...(decayApplied ? [say('Some points were lost while you were away; that’s already counted.')] : []),
    describeProgress(progress),
  ]
}

function describeStreak(days: number, multiplier: number): string {
  if (days <= 1) return say('Day 1 of your streak. Come back tomorrow.')
  return multiplier > 1
    ? say('Day {day} of your streak: bonus ×{factor}.', { day: days, factor: multiplier })
    : say('Day {day} of your streak.', { day: days })
}

function describeProgress({ current, nextLevel }: Entropy['progress']): string {
  const points = formatNumber(current)
  if (current >= nextLevel) return say('{points} points in all: the highest particle level there is.', { points })
  return say('{points} points in all. The next particle level starts at {next}.', { points, next: nextLevel })
}

function describeRemaining(left: number): string {
  if (left === 0)
    return say('That was your third scan today. More scans still give receipts; points start again at midnight UTC.')
  return sayCount(left, 'One more scan counts today.', '{count} more scans count today.')
}

function describeLimit(waitMs: number | undefined): string {
  const enough = say('Three scans a day count, and you’ve made them. Your receipt is valid all the same.')
  return `${enough} ${describeNextTime(waitMs)}`
}

function describeNextTime(waitMs: number | undefined): string {
  if (waitMs === undefined) return say('Points start again after midnight UTC.')
  return sayCount(
    Math.max(1, Math.ceil(waitMs / 3_600_000)),
    'Points start again after midnight UTC, within the hour.',
    'Points start again after midnight UTC, in about {count} hours.',
  )
}

function NotRecorded({ error, isBusy, onRetry }: { error: unknown; isBusy: boolean; onRetry: () => void }) {
  const { title, advice } = describeFailure(error)
  return (
    <Notice kind="warn" title={say('Your receipt is safe, but your points aren’t added yet.')}>
      <p>
        {title} {advice}
      </p>
      <p>
        <Button kind="quiet" busy={isBusy} onClick={onRetry}>
          {say('Try again')}
        </Button>
      </p>
    </Notice>
  )
}

/** The effects of a verified scan on a node. Those that couldn't be recorded are null, and `error` says why. */
type Growth = {
  motion: OutputOf<'recordMotion'> | null
  entropy: OutputOf<'recordEntropy'> | null
  /** Set if the day's three scans had been made before; `waitMs` is the time until the next day. */
  limit: { waitMs: number | undefined } | null
  error: unknown
}

export const NOTHING_RECORDED: Growth = { motion: null, entropy: null, limit: null, error: null }

type Recorder = Pick<Client, 'recordMotion' | 'recordEntropy'>

/** A verified scan. `id` is the receipt's ID. */
type VerifiedScan = { email: string; id: string; sighting: Pick<Sighting, 'presence' | 'parts'> }

/**
 * Records the motion and the entropy of a verified scan with the service. Never throws: a part that fails stays null, and `error` says
 * why. To retry, pass the returned value as `known`; recorded parts aren't sent again. The receipt's ID is the idempotency key, so
 * nothing is counted twice.
 */
export async function recordGrowth(client: Recorder, scan: VerifiedScan, known: Growth): Promise<Growth> {
  let growth: Growth = { ...known, error: null }
  try {
    if (growth.motion === null && growth.limit === null) growth = { ...growth, ...(await recordScan(client, scan)) }
    if (growth.entropy === null)
      growth = { ...growth, entropy: await client.recordEntropy(toMeasurement(scan), { idempotencyKey: scan.id }) }
    return growth
  } catch (error) {
    return { ...growth, error }
  }
}

async function recordScan(client: Recorder, { email, id }: VerifiedScan): Promise<Pick<Growth, 'motion' | 'limit'>> {
  try {
    return { motion: await client.recordMotion({ email }, { idempotencyKey: id }), limit: null }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'DAILY_LIMIT_REACHED') throw error
    return { motion: null, limit: { waitMs: error.retryAfterMs } }
  }
}

type Measurement = Parameters<Client['recordEntropy']>[0]

function toMeasurement({ email, sighting }: VerifiedScan): Measurement {
  const { microTiming, noiseResidual, freqEntropy, bioPerturb } = sighting.parts
  return {
    email,
    pesScore: sighting.presence ?? 0,
    ...(microTiming !== undefined && { pesTiming: microTiming }),
    ...(noiseResidual !== undefined && { pesNoise: noiseResidual }),
    ...(freqEntropy !== undefined && { pesFrequency: freqEntropy }),
    ...(bioPerturb !== undefined && { pesBiological: bioPerturb }),
  }
}
