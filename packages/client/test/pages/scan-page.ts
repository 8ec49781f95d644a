import { type Challenge, type ScanError, type ScanPhase, type ScanProgress, scan } from '../../src/scan/index.ts'
import {
  type AttackerName,
  installVirtualMotion,
  liveAttacker,
  livePerson,
  type MotionPermission,
  syntheticPerson,
  type VirtualPhone,
} from '../../src/testing/index.ts'

/** How a scan ended, as far as it can be told across processes. */
export type Ending = {
  receipt?: unknown
  error?: Pick<ScanError, 'kind' | 'next' | 'advice' | 'message'>
  presence?: number
  strokes?: string[]
  rateHz?: number
}

/** Who holds the virtual phone: the number of a synthetic person, or the name of an attacker. */
export type Holder = number | AttackerName

type Wishes = { challenge?: Challenge; countdownSeconds?: number }

/** What tests call in the page. */
type Lab = {
  phone?: VirtualPhone
  giveTo(holder: Holder, permission?: MotionPermission): void
  start(options?: Wishes): void
  stop(): void
  phases: ScanPhase[]
  shown?: ScanProgress
  /** Set when the scan is over. */
  ending?: Ending
}

declare global {
  var lab: Lab
}

const stopping = { now: new AbortController() }

globalThis.lab = {
  phases: [],
  giveTo: (holder, permission = 'granted') => {
    const mover = typeof holder === 'number' ? livePerson(syntheticPerson(holder)) : liveAttacker(holder)
    lab.phone = installVirtualMotion(window, { mover, permission })
  },
  start: (wishes = {}) => {
    lab.phases = []
    delete lab.ending
    stopping.now = new AbortController()
    void runScan(wishes)
  },
  stop: () => stopping.now.abort(),
}

async function runScan(wishes: Wishes): Promise<void> {
  lab.ending = await endScan(wishes)
}

async function endScan({ challenge, countdownSeconds }: Wishes): Promise<Ending> {
  try {
    const { receipt, continuity, capture } = await scan({
      signal: stopping.now.signal,
      onProgress: show,
      countdownSeconds,
      ...(challenge && { challenge: { signedBy: 'page', open: async () => challenge } }),
    })
    const { imu } = capture
    return { receipt, ...readFindings(continuity), rateHz: (1000 * imu.length) / (imu.at(-1)?.t ?? 1) }
  } catch (error) {
    const { kind, next, advice, message, continuity } = error as ScanError
    return { error: { kind, next, advice, message }, ...(continuity && readFindings(continuity)) }
  }
}

function readFindings(continuity: ScanError['continuity'] | null): Pick<Ending, 'presence' | 'strokes'> {
  const [presence, challenge] = ['EE-001', 'EE-003'].map((id) =>
    continuity?.evidence.find(({ engineId }) => engineId === id),
  )
  const strokes = challenge?.components.slice(1).map(({ explanation }) => explanation) ?? []
  return { presence: presence?.value ?? 0, strokes }
}

/** Shows it as `<stillhere-scan>` does: whoever holds the phone may look. */
function show(progress: ScanProgress): void {
  lab.shown = progress
  if (lab.phases.at(-1) !== progress.phase) lab.phases.push(progress.phase)
  document.dispatchEvent(new CustomEvent('stillhere-progress', { detail: progress, bubbles: true }))
}
