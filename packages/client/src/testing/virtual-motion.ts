import type { MotionSource } from '../capture/motion-source.ts'
import type { ScanProgress } from '../capture/progress.ts'
import type { ScanEvents } from '../element/properties.ts'
import { type Mover, startMotion, type Reading } from './mover.ts'
import { type AskedPage, type MotionPermission, setMotionPermission } from './virtual-permission.ts'

/** The options of `installVirtualMotion`. */
export type VirtualMotionOptions = {
  mover: Mover
  /** The answer to the page's permission request, on iOS and through navigator.permissions; granted by default. */
  permission?: MotionPermission
}

/** A simulated phone that a mover holds. */
export type VirtualPhone = {
  /** Call it with every progress in pages that call `scan` themselves. `<stillhere-scan>` is observed automatically. */
  onProgress(progress: ScanProgress): void
  /** Changes the permission during a scan; without it the sensors are silent. */
  setPermission(permission: MotionPermission): void
  /** Stops the sensors without any notice. */
  fallSilent(): void
  /** Removes the phone and restores the page. */
  remove(): void
}

/** The part of a window that is used. Written out, because server projects compile without the DOM types. */
type PhonePage = AskedPage & {
  DeviceMotionEvent: new (type: string, reading: object) => Event
  performance: { now(): number }
  document: { readonly visibilityState: string }
  addEventListener(type: string, listener: (event: Event) => void, options: ListenOptions): void
  dispatchEvent(event: Event): boolean
}

type ProgressEvent = ScanEvents['stillhere-progress']
type ListenOptions = { capture: boolean; signal: AbortSignal }

/**
 * Installs a simulated phone in a page: it fires DeviceMotionEvent objects at 60 Hz with the readings of a mover (a simulated person or attacker).
 * The mover sees what the scan shows.
 *
 * @returns the controls of the phone. Call `remove` at the end.
 * @example
 * const startPhone = () => installVirtualMotion(window, { mover: livePerson(syntheticPerson(42)) })
 */
export function installVirtualMotion(page: PhonePage, options: VirtualMotionOptions): VirtualPhone {
  const { mover, permission = 'granted' } = options
  const now = () => page.performance.now()
  const permitted = setMotionPermission(page, permission)
  const removal = new AbortController()
  const { signal } = removal
  const onProgress = (progress: ScanProgress) => mover.see(progress, now())
  page.addEventListener('stillhere-progress', (event) => onProgress((event as ProgressEvent).detail), {
    capture: true,
    signal,
  })
  // Events of the machine's own sensors would interfere.
  page.addEventListener('devicemotion', removeOtherListeners, { capture: true, signal })
  const stop = startMotion(mover, {
    rateHz: 60,
    now,
    onReading: (reading, ms) => {
      if (permitted.state() === 'granted' && page.document.visibilityState === 'visible')
        page.dispatchEvent(createMotionEvent(page, reading, ms))
    },
  })
  return {
    onProgress,
    setPermission: permitted.set,
    fallSilent: stop,
    remove: () => {
      stop()
      removal.abort()
      permitted.remove()
    },
  }
}

function removeOtherListeners(event: Event): void {
  if (event.isTrusted) event.stopImmediatePropagation()
}

function createMotionEvent(page: PhonePage, reading: Reading, ms: number): Event {
  const { ax: x, ay: y, az: z, rx: alpha, ry: beta, rz: gamma } = reading
  const event = new page.DeviceMotionEvent('devicemotion', {
    accelerationIncludingGravity: { x, y, z },
    rotationRate: { alpha, beta, gamma },
    interval: 16,
  })
  // The time of the reading. This call may be late on a busy page.
  Object.defineProperty(event, 'timeStamp', { value: ms })
  return event
}

/** Options for `scan({ source, onProgress })`: the mover's phone, and the listener through which it sees the scan. */
export type VirtualSource = { source: MotionSource; onProgress: (progress: ScanProgress) => void }

/**
 * Creates a motion source that takes its samples directly from a mover (a simulated person or attacker), without events or sensors. Works in Node
 * and in a page.
 *
 * @returns the options `source` and `onProgress`, for `scan`, `captureMotion` and `enroll`.
 * @example
 * button.onclick = () => scan({ ...virtualSource(livePerson(syntheticPerson(42))), key: signer })
 */
export function virtualSource(mover: Mover): VirtualSource {
  const now = () => performance.now()
  return {
    source: {
      mode: 'sensors',
      request: async () => {},
      start: (onSample) =>
        startMotion(mover, { rateHz: 60, now, onReading: (reading, t) => onSample({ t, ...reading }) }),
    },
    onProgress: (progress) => mover.see(progress, now()),
  }
}
