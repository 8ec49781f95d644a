import { type Signal, useSignal } from '@preact/signals'
import type { ScanProgress, ScanResult } from '@stillhere/client/capture'
import { useEffect, useRef } from 'preact/hooks'
import { type Enrollment, findEnrollment, keepEnrollment } from '../../../session/enrollment-store.ts'
import { type Session, session } from '../../../session/session.ts'
import { looksSame, type Moment, momentOf } from './moment.ts'
import type { Purpose } from './purpose.ts'
import { type CaptureCount, type Outcome, run } from './run.ts'

/** Where the person is on this page. */
type ScanState =
  | { name: 'ready'; note: string }
  | { name: 'running'; purpose: Purpose; count: CaptureCount | null }
  | { name: 'enrolled'; enrollment: Enrollment }
  | { name: 'scanned'; purpose: Purpose; who: Session | null; result: ScanResult }
  | { name: 'failed'; purpose: Purpose; error: unknown }

export type Scanner = {
  state: ScanState
  /** What is shown while a scan runs; null before its first word. */
  moment: Signal<Moment | null>
  /** To be called in the tap itself. */
  start: (purpose: Purpose, otp?: string) => void
  stop: () => void
  back: () => void
}

const READY: ScanState = { name: 'ready', note: '' }
const STOPPED: ScanState = { name: 'ready', note: 'Stopped. Nothing was kept.' }

/** One scan after the other, from the tap to what came of it. Whoever leaves the page stops what runs. */
export function useScanner(): Scanner {
  const state = useSignal<ScanState>(READY)
  const moment = useSignal<Moment | null>(null)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  const start = (purpose: Purpose, otp?: string) => {
    const who = session.peek()
    const enrollment = who && findEnrollment(who.nodeHandle, Date.now())
    const { signal } = (control.current = new AbortController())
    const onCapture = (count: CaptureCount) => (state.value = { name: 'running', purpose, count })
    moment.value = null
    state.value = { name: 'running', purpose, count: null }
    const running = run({
      purpose,
      who,
      enrollment,
      otp,
      signal,
      onProgress: (progress) => show(progress, moment),
      onCapture,
    })
    void settle(running, { purpose, who, signal, state })
  }
  return {
    state: state.value,
    moment,
    start,
    stop: () => control.current?.abort(),
    back: () => (state.value = READY),
  }
}

function show(progress: ScanProgress, moment: Signal<Moment | null>): void {
  tellOthers(progress)
  const next = momentOf(progress)
  const before = moment.peek()
  if (before === null || !looksSame(before, next)) moment.value = next
}

type Settling = { purpose: Purpose; who: Session | null; signal: AbortSignal; state: Signal<ScanState> }

async function settle(running: Promise<Outcome>, { purpose, who, signal, state }: Settling): Promise<void> {
  try {
    const outcome = await running
    if (outcome.kind === 'enrolled' && who) keepEnrollment(who.nodeHandle, outcome.enrollment)
    state.value = stateAfter(outcome, purpose, who)
  } catch (error) {
    state.value = signal.aborted ? STOPPED : { name: 'failed', purpose, error }
  }
}

function stateAfter(outcome: Outcome, purpose: Purpose, who: Session | null): ScanState {
  if (outcome.kind === 'enrolled') return { name: 'enrolled', enrollment: outcome.enrollment }
  return { name: 'scanned', purpose, who, result: outcome.result }
}

// As <stillhere-scan> does, for whoever wants to look on.
function tellOthers(progress: ScanProgress): void {
  dispatchEvent(new CustomEvent('stillhere-progress', { detail: progress }))
}
