import { enroll, type ScanError, type ScanResult, serviceChallenge, type ShownRequest } from '@stillhere/client/capture'
import {
  type OwnWords,
  readSighting,
  type ScanElement,
  type ScanEvents,
  type ScanState,
} from '@stillhere/client/element'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { saveReceipt } from '../../receipts/device-receipts.ts'
import { lockPlace } from '../../router.ts'
import { serviceForScans as service } from '../../service.ts'
import { type Enrollment, findEnrollment, saveEnrollment } from '../../session/enrollment-store.ts'
import { type Session, session } from '../../session/session.ts'
import { selectPurpose, LAST_STEP, PAGE_WORDS, type Purpose, REMEMBER_WORDS, TARGET_WORDS, WORDS } from './words.ts'

/** The result of the last run; null before its end. */
export type End =
  | { kind: 'enrolled' }
  | { kind: 'scanned'; who: Session | null; result: ScanResult }
  | { kind: 'failed'; error: ScanError }

export type Scan = {
  element: RefObject<ScanElement | null>
  state: ScanState
  end: End | null
  purpose: Purpose
  enrollment: Enrollment | null
  /** True if the check accepts people without an enrollment and this person has none. */
  isFirstVisit: boolean
  /** Starts a run. Call it in the handler of a tap, because phones grant access to sensors only there. */
  start: (purpose: Purpose) => void
  listeners: { [Type in keyof ScanEvents as `on${Type}`]?: (event: ScanEvents[Type]) => void }
}

/** The purpose of a scan beyond the person's own receipt: a check of a site or an approval with what it requires, or only an enrollment. */
export type ScanTarget =
  | ({ id: string; assurance: 1 | 2 | 3; shown: ShownRequest } & (
      | { kind: 'check'; token: string; takesFirstVisit: boolean }
      | { kind: 'approval' }
    ))
  | { kind: 'enrollment' }

/**
 * Configures the scan element for the signed-in person and the target (null for a plain scan), stores new enrollments and receipts in
 * this browser, and returns the scan's state.
 */
export function useScan(target: ScanTarget | null = null): Scan {
  const element = useRef<ScanElement>(null)
  const [state, setState] = useState<ScanState>('idle')
  const [end, setEnd] = useState<End | null>(null)
  // Whose scan runs; they may sign out before it ends.
  const runner = useRef<Session | null>(null)
  const who = session.value
  // For a check people are enrolled with a node or without, unless it takes them as they come.
  const isEnrolling = who !== null || target !== null
  const enrollment = isEnrolling ? findEnrollment(who?.nodeHandle ?? null, Date.now()) : null
  const isFirstVisit = target?.kind === 'check' && target.takesFirstVisit && enrollment === null
  const purpose = selectPurpose(isEnrolling, enrollment !== null || isFirstVisit)
  const prepare = (next: Purpose) => {
    if (element.current)
      Object.assign(
        element.current,
        toSettings(next, { who, enrollment, isFirstVisit, target, isLastStep: end?.kind === 'enrolled' }),
      )
  }
  // After a run, starting again begins what is due now; after a failure, the same purpose again.
  useLayoutEffect(() => {
    if (state !== 'running' && state !== 'failed') prepare(purpose)
  }, [state, who, enrollment])

  // Leaving in the middle of a scan needs a confirmation.
  useEffect(() => (state === 'running' ? lockPlace(PAGE_WORDS.leave) : undefined), [state])

  const start = (next: Purpose) => {
    prepare(next)
    element.current?.start()
  }
  const listeners: Scan['listeners'] = {
    'onstillhere-state': ({ detail }) => {
      setState(detail.state)
      if (detail.state === 'running') runner.current = session.peek()
      if (detail.state === 'running' || detail.state === 'idle') setEnd(null)
    },
    'onstillhere-enrollment': ({ detail }) => {
      saveEnrollment(runner.current?.nodeHandle ?? null, detail.enrollment)
      setEnd({ kind: 'enrolled' })
    },
    'onstillhere-receipt': ({ detail }) => {
      setEnd({ kind: 'scanned', who: runner.current, result: detail.result })
      const grown = detail.result.verification?.enrollment
      if (grown) saveEnrollment(runner.current?.nodeHandle ?? null, grown)
      keep(detail.result)
    },
    'onstillhere-failure': ({ detail }) => {
      if (element.current?.state === 'failed') setEnd({ kind: 'failed', error: detail.error })
    },
  }
  return { element, state, end, purpose, enrollment, isFirstVisit, start, listeners }
}

/** Stores the receipt of a scan in this browser, unless it was practice. */
function keep({ receipt, verification }: ScanResult): void {
  if (!readSighting(receipt).practice) void saveReceipt(receipt, verification !== undefined)
}

/** Signs a challenge with a passkey. Loaded only if the node has passkeys, which most pages don't need. */
async function signScan(challenge: Uint8Array, credentialIds: string[]): Promise<object> {
  const { signWithPasskey } = await import('../../passkeys/browser.ts')
  return signWithPasskey(challenge, credentialIds)
}

type Settings = Pick<ScanElement, 'challenge' | 'enroll'> & { words: OwnWords }

type ScanInput = {
  who: Session | null
  enrollment: Enrollment | null
  isFirstVisit: boolean
  target: ScanTarget | null
  /** True if the scan follows an enrollment at once. */
  isLastStep: boolean
}

function toSettings(purpose: Purpose, given: ScanInput): { [Name in keyof Settings]: Settings[Name] | undefined } {
  const { who, target, isLastStep } = given
  const email = who?.email
  return {
    words: { ...selectWords(purpose, target), ...(isLastStep && purpose === 'verify' && LAST_STEP) },
    enroll: purpose === 'enroll' ? (run) => enroll({ ...run, client: service, email }) : undefined,
    challenge: purpose === 'verify' ? selectChallenge(given) : undefined,
  }
}

function selectChallenge({ who, enrollment, isFirstVisit, target }: ScanInput): Settings['challenge'] | undefined {
  const options = { client: service, ...(target ? toTargetOptions(target) : { passkey: signScan }) }
  // Of no node: the site gets no name to know the person by. The least risk level, because there is no motion to compare with.
  if (isFirstVisit) return serviceChallenge({ ...options, riskLevel: 'low' })
  return enrollment ? serviceChallenge({ ...options, email: who?.email, enrollment }) : undefined
}

function selectWords(purpose: Purpose, target: ScanTarget | null): OwnWords {
  if (target?.kind === 'enrollment') return REMEMBER_WORDS
  return target && purpose === 'verify' ? TARGET_WORDS[target.kind] : WORDS[purpose]
}

function toTargetOptions(target: ScanTarget) {
  if (target.kind === 'enrollment') return {}
  const { id, assurance, shown } = target
  // No prompt for a passkey that the request doesn't need.
  const level = assurance > 1 ? { assurance, passkey: signScan } : {}
  if (target.kind === 'check') return { check: id, checkToken: target.token, shown, ...level }
  return { approval: id, approvalDigest: shown.actionDigest ?? undefined, shown, pace: 'live' as const, ...level }
}
