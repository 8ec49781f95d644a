import { enroll, type ScanError, type ScanResult, serviceChallenge } from '@stillhere/client/capture'
import type { ScanElement, ScanEvents, ScanState } from '@stillhere/client/element'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { service } from '../../../service.ts'
import { type Enrollment, findEnrollment, keepEnrollment } from '../../../session/enrollment-store.ts'
import { type Session, session } from '../../../session/session.ts'
import { type Purpose, choosePurpose } from './purpose.ts'
import { WORDS } from './words.ts'

/** What the last run came to; null before its end. */
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
  /** To be called in the tap itself: phones ask for their sensors only there. */
  start: (purpose: Purpose, otp?: string) => void
  listeners: { [Type in keyof ScanEvents as `on${Type}`]?: (event: ScanEvents[Type]) => void }
}

/** Tells the element whose scan it is, and keeps what comes of it. */
export function useScan(): Scan {
  const element = useRef<ScanElement>(null)
  const [state, setState] = useState<ScanState>('idle')
  const [end, setEnd] = useState<End | null>(null)
  // Whose scan runs; they may sign out before it ends.
  const runner = useRef<Session | null>(null)
  const who = session.value
  const enrollment = who && findEnrollment(who.nodeHandle, Date.now())
  const purpose = choosePurpose(who !== null, enrollment !== null)
  const prepare = (next: Purpose, otp?: string) => {
    if (element.current) Object.assign(element.current, toSettings(next, who, enrollment, otp))
  }
  // Once a run has ended, whoever goes on from there begins what is due now; a failure leaves what they had come for.
  useLayoutEffect(() => {
    if (state !== 'running' && state !== 'failed') prepare(purpose)
  }, [state, who, enrollment])

  const start = (next: Purpose, otp?: string) => {
    prepare(next, otp)
    element.current?.start()
  }
  const listeners: Scan['listeners'] = {
    'onstillhere-state': ({ detail }) => {
      setState(detail.state)
      if (detail.state === 'running') runner.current = session.peek()
      if (detail.state === 'running' || detail.state === 'idle') setEnd(null)
    },
    'onstillhere-enrollment': ({ detail }) => {
      if (runner.current) keepEnrollment(runner.current.nodeHandle, detail.enrollment)
      setEnd({ kind: 'enrolled' })
    },
    'onstillhere-receipt': ({ detail }) => {
      setEnd({ kind: 'scanned', who: runner.current, result: detail.result })
    },
    'onstillhere-failure': ({ detail }) => {
      if (element.current?.state === 'failed') setEnd({ kind: 'failed', error: detail.error })
    },
  }
  return { element, state, end, purpose, enrollment, start, listeners }
}

/** Asked for only where the node has passkeys; most pages never load it. */
async function signScan(challenge: Uint8Array, credentialIds: string[]): Promise<object> {
  const { signWithPasskey } = await import('../../../passkeys/browser.ts')
  return signWithPasskey(challenge, credentialIds)
}

type Settings = Pick<ScanElement, 'challenge' | 'enroll'> & { words: (typeof WORDS)[Purpose] }

function toSettings(
  purpose: Purpose,
  who: Session | null,
  enrollment: Enrollment | null,
  otp: string | undefined,
): { [Name in keyof Settings]: Settings[Name] | undefined } {
  const email = who?.email
  return {
    words: WORDS[purpose],
    enroll: purpose === 'enroll' ? (run) => enroll({ ...run, client: service, email, otp }) : undefined,
    challenge:
      purpose === 'verify' && enrollment
        ? serviceChallenge({ client: service, enrollment, email, passkey: signScan })
        : undefined,
  }
}
