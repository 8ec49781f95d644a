import type { OutputOf } from '@stillhere/client/http'

type Entropy = Pick<OutputOf<'getEntropy'>, 'entropyScore' | 'particleLevel' | 'progress'>
type Privileges = Pick<OutputOf<'getPrivileges'>, 'is_genesis' | 'is_active' | 'registered_at'>

const TOP_LEVEL = 8

/** The score, and the one that the next particle level takes. */
export function describeLevel({ entropyScore, particleLevel, progress }: Entropy): string {
  const score = points(entropyScore)
  return particleLevel >= TOP_LEVEL
    ? `${score}, the top particle level`
    : `${score} of ${progress.nextLevel.toLocaleString('en')}`
}

/** How often each gain counts. */
export function formatTimes(multiplier: number): string {
  return multiplier === 1 ? 'once' : `× ${multiplier}`
}

/** What the node is, and since when. */
export function describeTier({ is_genesis, is_active, registered_at }: Privileges): string {
  const kind = is_genesis ? 'Genesis node' : is_active ? 'Node' : 'Not activated yet'
  const moment = new Date(registered_at)
  if (Number.isNaN(moment.getTime())) return kind
  return `${kind}, since ${moment.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}`
}

function points(score: number): string {
  return score === 1 ? '1 point' : `${score.toLocaleString('en')} points`
}

/** Why the score moved. */
export function describeReason(reason: 'gain' | 'decay'): string {
  return reason === 'gain' ? 'A motion scan' : 'Decay after 30 idle days'
}

/** A change with its sign: a real minus, as wide as the plus. */
export function changeText(change: number): string {
  const size = Math.abs(change).toLocaleString('en')
  return change < 0 ? `−${size}` : `+${size}`
}
