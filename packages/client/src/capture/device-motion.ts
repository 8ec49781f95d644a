import type { MotionSource } from './motion-source.ts'
import { type MotionReading, toSample } from './reading.ts'
import { ScanError } from './scan-error.ts'
import { isDenied, type Permitting, watchPermission } from './sensor-permission.ts'

/** What is used of a window; a `Window` fits. */
export type MotionWindow = Permitting & {
  isSecureContext?: boolean
  DeviceMotionEvent?: unknown
  performance: { now(): number }
  screen?: { orientation?: { angle: number } }
  addEventListener(type: 'devicemotion', listener: (event: MotionReading) => void): void
  removeEventListener(type: 'devicemotion', listener: (event: MotionReading) => void): void
}

/** The motion sensors of the phone, through DeviceMotionEvent, as a `source` for scans. */
export function deviceMotion(page: MotionWindow | undefined): MotionSource {
  return {
    mode: 'sensors',
    request: async () => {
      const usable = usableWindow(page)
      // iOS shows its question only in the user's gesture: nothing may be awaited before this call.
      const asked = askIos(usable)
      if (asked !== null) return refuseUnlessGranted(await asked)
      if (await isDenied(usable)) throw new ScanError('permission_denied', 'this site may not read the motion sensors')
    },
    start: (onSample, onEnd) => {
      const usable = usableWindow(page)
      const angle = usable.screen?.orientation?.angle ?? 0
      const listen = (event: MotionReading) => onSample(toSample(event, usable.performance.now(), angle))
      usable.addEventListener('devicemotion', listen)
      const unwatch = watchPermission(usable, () => {
        onEnd(new ScanError('permission_revoked', 'the permission to read the motion sensors was taken back'))
      })
      return () => {
        unwatch()
        usable.removeEventListener('devicemotion', listen)
      }
    },
  }
}

function usableWindow(page: MotionWindow | undefined): MotionWindow {
  if (page === undefined) throw new ScanError('unsupported', 'there is no window here, so there are no motion sensors')
  if (page.isSecureContext === false) throw new ScanError('insecure_page', 'motion sensors need a page over https')
  if (page.DeviceMotionEvent === undefined)
    throw new ScanError('unsupported', 'this browser has no DeviceMotionEvent, so it cannot read motion sensors')
  return page
}

type AskingEvent = { requestPermission?: () => Promise<unknown> }

/** The answer of the person, or what the browser had against asking; null where nobody needs to be asked. */
function askIos({ DeviceMotionEvent: event }: MotionWindow): Promise<unknown> | null {
  const { requestPermission } = event as AskingEvent
  if (typeof requestPermission !== 'function') return null
  return requestPermission.call(event).catch((error: unknown) => error)
}

function refuseUnlessGranted(answer: unknown): void {
  if (answer === 'granted') return
  if (answer !== 'denied') {
    const details = {
      next: 'retry',
      advice: 'Tap the button to start; the browser asks only after a tap.',
      cause: answer,
    } as const
    throw new ScanError('permission_denied', 'the browser would not ask for the motion sensors', details)
  }
  throw new ScanError('permission_denied', 'the motion sensors were not allowed')
}
