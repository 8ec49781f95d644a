import type { CheckFacts } from '../../ask/ask.ts'
import type { Told } from '../../parts/follow-check.ts'

/** How this page has a check: as the page that the person came with, or as the phone beside it. */
export type Held = { token: string; isDevice: boolean }

/** How a check ended for this page. */
export type End = {
  status: 'passed' | 'failed' | 'expired'
  reason: string | null
  /** Where to return to; null where the site wants nobody back, and on a phone beside a screen. */
  returnUrl: string | null
  isDevice: boolean
  /** The person passed it on this page, and the site won't know them again. */
  isFirstVisit?: boolean
}

/** Where somebody is on the way through a check. */
export type Phase =
  | { at: 'opening' }
  /** Before the number that the other screen shows to a phone; without a `pair`, that the page of the site shows. */
  | { at: 'number'; pair: string | null; isWrong?: true }
  /** `here`: scans on the device that the person came with; `screen`: shows a phone the way; `device`: is that phone. */
  | { at: 'here' | 'screen' | 'device'; token: string }
  | { at: 'ended'; end: End }
  /** Another page or phone has it. */
  | { at: 'taken' }
  /** The link from the other screen was used, is too old, or was spent by a wrong number. */
  | { at: 'spent'; isWrong: boolean }
  /** A phone whose owner went no further. */
  | { at: 'left' }

type Arrival = { facts: CheckFacts; hash: string; held: Held | null; hasSensors: boolean }

/** Where a page begins, by its address and by what its tab has kept. */
export function choosePhase({ facts, hash, held, hasSensors }: Arrival): Phase {
  const pair = /^#([\w-]{43})$/.exec(hash)?.[1]
  if (facts.status === 'open' && pair !== undefined) return { at: 'number', pair }
  if (held) return holdPhase(held, hasSensors)
  if (facts.status === 'open') return { at: 'opening' }
  return { at: 'ended', end: { status: facts.status, reason: null, returnUrl: null, isDevice: false } }
}

/** Where a page goes on that has the check. */
export function holdPhase({ token, isDevice }: Held, hasSensors: boolean): Phase {
  return { at: isDevice ? 'device' : hasSensors ? 'here' : 'screen', token }
}

/** What news of a check mean for the page that follows it. They may come a moment after the page has heard of the end itself. */
export function followPhase(phase: Phase, told: Told): Phase {
  if (!('token' in phase)) return phase
  const isDevice = phase.at === 'device'
  const { status, reason, joined, return_url: returnUrl = null } = told
  if (status !== 'open') return { at: 'ended', end: { status, reason, returnUrl, isDevice } }
  // The screen has drawn another link since, and this phone counts no longer.
  if (isDevice && !joined) return { at: 'spent', isWrong: false }
  return phase
}
