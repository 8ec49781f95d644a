import { ScanError, type ScanErrorKind } from '@stillhere/client/capture'
import { ProblemError } from '@stillhere/client/http'
import { describeFailure } from '../../../parts/failure-words.ts'
import { type Seen, seenIn } from './seen.ts'

/** What a person can do after a scan that ended without a receipt. */
export type Step = 'retry' | 'wait' | 'reload' | 'sign-in' | 'enroll' | 'code' | 'practise' | 'phone' | 'back'

/** A scan that ended without a receipt, as it is shown. */
export type FailureView = {
  title: string
  /** What was seen or said, in a sentence; empty where the title says it all. */
  reason: string
  advice: string
  steps: readonly Step[]
  waitMs: number
  seen: Seen | null
}

const TITLES: Readonly<Record<ScanErrorKind, string>> = {
  unsupported: 'There are no motion sensors here',
  insecure_page: 'This page is not secure enough for sensors',
  permission_denied: 'Motion sensors are not allowed',
  permission_revoked: 'The permission was taken back',
  sensor_silent: 'The sensors stayed silent',
  page_hidden: 'The page went out of sight',
  busy: 'Another scan is running',
  aborted: 'The scan was stopped',
  insufficient_signal: 'There was too little motion to judge',
  not_alive: 'We couldn’t tell that a hand was moving the phone',
  challenge_missed: 'Not every arrow was followed',
  vetoed: 'The motion looked artificial',
  service_unreachable: 'The service does not answer',
  service_refused: 'The service did not accept this scan',
  key_unavailable: 'This browser keeps no signing key',
  camera_failed: 'The camera did not help',
}

const USUAL_WAIT_MS = 5000
const WITHOUT_SENSORS = new Set<ScanErrorKind>(['unsupported', 'insecure_page', 'sensor_silent'])

/** Words and next steps for whatever ended a scan. */
export function failureView(error: unknown): FailureView {
  if (!(error instanceof ScanError)) return pageFault(error)
  const { kind, continuity, retryAfterMs } = error
  const special = specialView(error)
  return {
    title: special?.title ?? TITLES[kind],
    reason: special ? '' : reasonOf(error),
    advice: special?.advice ?? error.advice,
    steps: special?.steps ?? stepsAfter(error),
    waitMs: retryAfterMs ?? USUAL_WAIT_MS,
    seen: continuity ? seenIn(continuity.evidence) : null,
  }
}

function pageFault(error: unknown): FailureView {
  return { ...describeFailure(error), reason: '', steps: ['retry'], waitMs: 0, seen: null }
}

type Special = Pick<FailureView, 'title' | 'advice' | 'steps'>

/** What this page knows better than the scan does. */
function specialView({ kind, verification, cause }: ScanError): Special | null {
  if (cause instanceof ProblemError && (cause.status === 401 || cause.code === 'NODE_NOT_FOUND'))
    return {
      title: 'The service does not know you in this tab',
      advice: 'Your token has ended or was replaced. Sign in again; what you enrolled stays here.',
      steps: ['sign-in'],
    }
  const code = codeOf(cause)
  if (code === 'FRESH_CODE_REQUIRED' || code === 'CODE_INVALID') return CODE_VIEWS[code]
  if (verification?.rejection_reason === 'enrollment_invalid')
    return {
      title: 'Your enrollment does not hold any more',
      advice:
        'It has expired, or you have enrolled again since, perhaps on another device. Enroll again: three short captures.',
      steps: ['enroll'],
    }
  return SPECIAL_KINDS[kind] ?? null
}

const SPECIAL_KINDS: Readonly<Partial<Record<ScanErrorKind, Special>>> = {
  permission_denied: {
    title: TITLES.permission_denied,
    advice: 'Your browser keeps the motion sensors from this page. Allow them as below, then reload.',
    steps: ['reload', 'back'],
  },
  // Its message names the call that failed, and says the same as the title.
  service_unreachable: {
    title: TITLES.service_unreachable,
    advice: 'Check your connection and try again.',
    steps: ['wait'],
  },
}

const CODE_VIEWS: Readonly<Record<'FRESH_CODE_REQUIRED' | 'CODE_INVALID', Special>> = {
  FRESH_CODE_REQUIRED: {
    title: 'You have enrolled before',
    advice:
      'Get a code by mail and enroll again with it. Or scan once with the enrollment you have; then no code is needed.',
    steps: ['code'],
  },
  CODE_INVALID: {
    title: 'That code is not right',
    advice: 'It is wrong, used or too old. Get a new one and enroll again.',
    steps: ['code'],
  },
}

/** The code of a problem, whether the service named it or the scan foresaw it. */
function codeOf(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
}

function stepsAfter({ kind, next, verification }: ScanError): Step[] {
  const first: Step[] = next === 'give_up' ? [] : [next]
  if (WITHOUT_SENSORS.has(kind)) return [...first, 'practise', 'phone']
  const reason = verification?.rejection_reason
  const isSomebodyElse = reason === 'motion_signature_mismatch' || reason === 'below_threshold'
  return [
    ...first,
    ...(isSomebodyElse ? (['enroll'] as const) : []),
    ...(next === 'give_up' ? (['back'] as const) : []),
  ]
}

// What was seen tells these two better, arrow by arrow.
const TOLD_BY_SIGHT = new Set<ScanErrorKind>(['not_alive', 'challenge_missed'])

function reasonOf({ kind, message, verification, continuity }: ScanError): string {
  if (continuity && TOLD_BY_SIGHT.has(kind)) return ''
  return sentence((verification?.explanation ?? message).replace(/ \(EE-\d+\)/g, ''))
}

/** A message as a sentence: it begins large and ends with a full stop. */
function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1)
  return message === '' || /[.!?…]$/.test(begun) ? begun : `${begun}.`
}
