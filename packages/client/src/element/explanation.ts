import type { NextStep, ScanError, ScanErrorKind } from '../capture/scan-error.ts'
import { readEvidence, type Sighting } from './sighting.ts'
import { type ScanWords, formatSentence, listTips } from './words.ts'

/** A page's own explanation of a failure. Members that are left out keep the element's texts. */
export type Explanation = { title?: string; reason?: string; advice?: string; next?: NextStep }

/** A failure in the form in which it is shown. */
export type FailureView = {
  title: string
  /** One sentence about the cause; empty if the title says enough. */
  reason: string
  /** Tips for the person, the most promising first. */
  advice: readonly string[]
  next: NextStep
  waitMs: number
  sighting: Sighting | null
  /** True if the steps to allow a denied permission are shown. */
  needsPermission: boolean
}

const USUAL_WAIT_MS = 5000
// The title already says it, and the message only adds the name of the failed call.
const TOLD_BY_TITLE = new Set<ScanErrorKind>(['service_unreachable', 'permission_denied'])
// The list of arrows explains these two better.
const TOLD_BY_SIGHT = new Set<ScanErrorKind>(['not_alive', 'challenge_missed'])

/** Converts the error of a failed scan to the texts to show and the next step. Members of `own`, the page's own explanation, replace the element's texts. */
export function explainFailure(error: ScanError, words: ScanWords, own: Explanation): FailureView {
  const { kind, continuity, retryAfterMs } = error
  const sighting = continuity ? readEvidence(continuity.evidence) : null
  const next = own.next ?? error.next
  const needsPermission = kind === 'permission_denied' && next === 'give_up'
  const isFinal = next === 'give_up' && !needsPermission && own.advice === undefined
  const advice = own.advice ?? selectAdvice(error, needsPermission, words)
  return {
    title: own.title ?? selectTitle(error, words),
    reason: own.reason ?? selectReason(error, words),
    advice: [isFinal ? `${advice} ${words.giveUp}` : advice, ...(sighting ? listTips(sighting, words) : [])],
    next,
    waitMs: retryAfterMs ?? USUAL_WAIT_MS,
    sighting,
    needsPermission,
  }
}

function selectTitle({ kind, verification }: ScanError, words: ScanWords): string {
  const reason = verification?.rejection_reason
  return (reason && words.refusals[reason]) ?? words.failures[kind]
}

// After a request outside a tap, trying again is enough; the settings don't help.
function selectAdvice({ kind, advice }: ScanError, needsPermission: boolean, words: ScanWords): string {
  if (kind === 'permission_denied' && !needsPermission) return words.adviceText(advice)
  return words.advice[kind] ?? words.adviceText(advice)
}

function selectReason({ kind, message, verification, continuity }: ScanError, words: ScanWords): string {
  if (TOLD_BY_TITLE.has(kind) || (continuity && TOLD_BY_SIGHT.has(kind))) return ''
  const reason = (verification?.explanation ?? message).replace(/ \(EE-\d+\)/g, '')
  // If a service refuses before it judges, its own text is the only reason, in the language it has.
  const isOnlyWord = reason.startsWith('the service refused: ')
  return formatSentence(words.reasonText(reason) || (isOnlyWord ? reason : ''))
}
