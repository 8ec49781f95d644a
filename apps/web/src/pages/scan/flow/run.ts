import {
  enroll,
  localChallenge,
  type ScanProgress,
  type ScanResult,
  scan,
  serviceChallenge,
} from '@stillhere/client/capture'
import { service } from '../../../service.ts'
import type { Enrollment } from '../../../session/enrollment-store.ts'
import type { Session } from '../../../session/session.ts'
import type { Purpose } from './purpose.ts'

/** What a run ends with. */
export type Outcome = { kind: 'enrolled'; enrollment: Enrollment } | { kind: 'scanned'; result: ScanResult }

/** Which of several captures is under way, from 1. */
export type CaptureCount = { number: number; of: number }

export type Run = {
  purpose: Purpose
  who: Session | null
  enrollment: Enrollment | null
  /** A mailed code, for somebody who enrolls again. */
  otp: string | undefined
  signal: AbortSignal
  onProgress: (progress: ScanProgress) => void
  onCapture: (count: CaptureCount) => void
}

/** Does what the person came for. To be called in the tap itself: phones ask for their sensors only there. */
export function run({ purpose, who, enrollment, otp, signal, onProgress, onCapture }: Run): Promise<Outcome> {
  if (purpose === 'enroll' && who) {
    const { email } = who
    const onNext = (number: number, of: number) => onCapture({ number, of })
    const options = { client: service, email, otp, signal, onProgress, onCapture: onNext }
    return enrolled(enroll(options))
  }
  if (purpose === 'verify' && who && enrollment) {
    const challenge = serviceChallenge({ client: service, enrollment, email: who.email })
    return scanned(scan({ challenge, signal, onProgress }))
  }
  const mode = purpose === 'practice' ? 'pointer' : 'sensors'
  return scanned(scan({ challenge: localChallenge(), mode, signal, onProgress }))
}

async function enrolled(enrolling: Promise<Enrollment>): Promise<Outcome> {
  return { kind: 'enrolled', enrollment: await enrolling }
}

async function scanned(scanning: Promise<ScanResult>): Promise<Outcome> {
  return { kind: 'scanned', result: await scanning }
}
