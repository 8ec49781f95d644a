import type { MotionSource } from '../capture/motion-source.ts'
import type { ScanProgress } from '../capture/progress.ts'
import type { ScanEvents } from '../element/properties.ts'
import { type Mover, playMotion, type Reading } from './mover.ts'
import { type AskedPage, type MotionPermission, permitMotion } from './virtual-permission.ts'

export type VirtualMotionOptions = {
  mover: Mover
  /** What the page is told when it asks, as iOS asks and by navigator.permissions; granted by default. */
  permission?: MotionPermission
}

/** A phone without hardware, in the hands of a mover. */
export type VirtualPhone = {
  /** For pages that call `scan` themselves: hand every progress over. `<stillhere-scan>` is watched anyway. */
  onProgress(progress: ScanProgress): void
  /** Changes the permission in the middle; without it the sensors are silent. */
  setPermission(permission: MotionPermission): void
  /** The sensors stop; nobody is told why. */
  fallSilent(): void
  /** Takes the phone away and leaves the page as it was. */
  remove(): void
}

/** What is used of a window; a `Window` fits. Written out, for servers whose TypeScript knows nothing of pages. */
type PhonePage = AskedPage & {
  DeviceMotionEvent: new (type: string, reading: object) => Event
  performance: { now(): number }
  document: { readonly visibilityState: string }
  addEventListener(type: string, listener: (event: Event) => void, options: ListenOptions): void
  dispatchEvent(event: Event): boolean
}

type ProgressEvent = ScanEvents['stillhere-progress']
type ListenOptions = { capture: boolean; signal: AbortSignal }

/** Gives a page a phone: real DeviceMotionEvent objects at 60 Hz, moved by whoever sees what the page shows. */
export function installVirtualMotion(page: PhonePage, options: VirtualMotionOptions): VirtualPhone {
  const { mover, permission = 'granted' } = options
  const now = () => page.performance.now()
  const permitted = permitMotion(page, permission)
  const removal = new AbortController()
  const { signal } = removal
  const onProgress = (progress: ScanProgress) => mover.see(progress, now())
  page.addEventListener('stillhere-progress', (event) => onProgress((event as ProgressEvent).detail), {
    capture: true,
    signal,
  })
  // What the machine itself has to say would come in between.
  page.addEventListener('devicemotion', silenceOthers, { capture: true, signal })
  const stop = playMotion(mover, {
    rateHz: 60,
    now,
    onReading: (reading, ms) => {
      if (permitted.state() === 'granted' && page.document.visibilityState === 'visible')
        page.dispatchEvent(motionEvent(page, reading, ms))
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

function silenceOthers(event: Event): void {
  if (event.isTrusted) event.stopImmediatePropagation()
}

function motionEvent(page: PhonePage, reading: Reading, ms: number): Event {
  const { ax: x, ay: y, az: z, rx: alpha, ry: beta, rz: gamma } = reading
  const event = new page.DeviceMotionEvent('devicemotion', {
    accelerationIncludingGravity: { x, y, z },
    rotationRate: { alpha, beta, gamma },
    interval: 16,
  })
  // The time of the reading, not of this call, which a busy page makes late.
  Object.defineProperty(event, 'timeStamp', { value: ms })
  return event
}

/** For `scan({ source, onProgress })`: the mover's phone, and the eyes with which it follows the scan. */
export type VirtualSource = { source: MotionSource; onProgress: (progress: ScanProgress) => void }

/** Hands a mover straight to a scan, in Node or in a page, without any event or sensor. */
export function virtualSource(mover: Mover): VirtualSource {
  const now = () => performance.now()
  return {
    source: {
      mode: 'sensors',
      request: async () => {},
      start: (onSample) =>
        playMotion(mover, { rateHz: 60, now, onReading: (reading, t) => onSample({ t, ...reading }) }),
    },
    onProgress: (progress) => mover.see(progress, now()),
  }
}
