import type { OutputOf } from '@stillhere/client/http'
import { formatMoment, formatNumber } from '../../../words/format.ts'
import { say, sayCount } from '../../../words/speak.ts'

type Entropy = Pick<OutputOf<'getEntropy'>, 'entropyScore' | 'particleLevel' | 'progress'>
type Privileges = Pick<OutputOf<'getPrivileges'>, 'is_genesis' | 'is_active' | 'registered_at'>

const TOP_LEVEL = 8

/** The score, and the one that the next particle level takes. */
export function describeLevel({ entropyScore, particleLevel, progress }: Entropy): string {
  if (particleLevel >= TOP_LEVEL)
    return sayCount(entropyScore, '{count} point, the top particle level', '{count} points, the top particle level')
  return sayCount(entropyScore, '{count} point of {next}', '{count} points of {next}', { next: progress.nextLevel })
}

/** How often each gain counts. */
export function formatTimes(multiplier: number): string {
  return `× ${formatNumber(multiplier)}`
}

/** What the node is, and since when. */
export function describeTier({ is_genesis, is_active, registered_at }: Privileges): string {
  const kind = is_genesis ? say('Genesis node') : is_active ? say('Node') : say('Not activated yet')
  const moment = new Date(registered_at)
  if (Number.isNaN(moment.getTime())) return kind
  return say('{kind}, since {day}', { kind, day: formatMoment(moment, { dateStyle: 'long', timeZone: 'UTC' }) })
}

/** Why the score moved. */
export function describeReason(reason: 'gain' | 'decay'): string {
  return reason === 'gain' ? say('A motion scan') : say('Decay after 30 idle days')
}

/** A change with its sign: a real minus, as wide as the plus. */
export function changeText(change: number): string {
  const size = formatNumber(Math.abs(change))
  return change < 0 ? `−${size}` : `+${size}`
}
