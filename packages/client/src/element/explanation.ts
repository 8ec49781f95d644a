import type { NextStep, ScanError, ScanErrorKind } from '../capture/scan-error.ts'
import { readEvidence, type Sighting } from './sighting.ts'
import { type ScanWords, sentence, tipsFor } from './words.ts'

/** What a page knows better than the scan about a failure; whatever it leaves out keeps the element's words. */
export type Explanation = { title?: string; reason?: string; advice?: string; next?: NextStep }

/** A failure as it is shown. */
export type FailureView = {
  title: string
  /** What was seen or said, in a sentence; empty where the title says it all. */
  reason: string
  /** What to try, the most likely first. */
  advice: readonly string[]
  next: NextStep
  waitMs: number
  sighting: Sighting | null
  /** Whether the way back to a denied permission is shown. */
  needsPermission: boolean
}

const USUAL_WAIT_MS = 5000
// The title says the same, and the message names the call that failed.
const TOLD_BY_TITLE = new Set<ScanErrorKind>(['service_unreachable', 'permission_denied'])
// What was seen tells these two better, arrow by arrow.
const TOLD_BY_SIGHT = new Set<ScanErrorKind>(['not_alive', 'challenge_missed'])

/** Chooses words and the next step for a failure. */
export function explainFailure(error: ScanError, words: ScanWords, own: Explanation): FailureView {
  const { kind, continuity, retryAfterMs } = error
  const sighting = continuity ? readEvidence(continuity.evidence) : null
  const next = own.next ?? error.next
  const needsPermission = kind === 'permission_denied' && next === 'give_up'
  const isFinal = next === 'give_up' && !needsPermission && own.advice === undefined
  const advice = own.advice ?? adviceFor(error, needsPermission, words)
  return {
    title: own.title ?? chooseTitle(error, words),
    reason: own.reason ?? chooseReason(error, words),
    advice: [isFinal ? `${advice} ${words.giveUp}` : advice, ...(sighting ? tipsFor(sighting, words) : [])],
    next,
    waitMs: retryAfterMs ?? USUAL_WAIT_MS,
    sighting,
    needsPermission,
  }
}

function chooseTitle({ kind, verification }: ScanError, words: ScanWords): string {
  const reason = verification?.rejection_reason
  return (reason && words.refusals[reason]) ?? words.failures[kind]
}

// Whoever asked for motion outside a tap is asked again, and has nothing to look for in the settings.
function adviceFor({ kind, advice }: ScanError, needsPermission: boolean, words: ScanWords): string {
  if (kind === 'permission_denied' && !needsPermission) return words.adviceText(advice)
  return words.advice[kind] ?? words.adviceText(advice)
}

function chooseReason({ kind, message, verification, continuity }: ScanError, words: ScanWords): string {
  if (TOLD_BY_TITLE.has(kind) || (continuity && TOLD_BY_SIGHT.has(kind))) return ''
  const reason = (verification?.explanation ?? message).replace(/ \(EE-\d+\)/g, '')
  // Where a service refuses before it judges, its own words are all there is, in whatever language they are.
  const isOnlyWord = reason.startsWith('the service refused: ')
  return sentence(words.reasonText(reason) || (isOnlyWord ? reason : ''))
}
