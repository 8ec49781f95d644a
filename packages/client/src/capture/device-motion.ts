import type { ImuSample } from '@stillhere/engine'
import type { MotionSource } from './motion-source.ts'
import type { Stop } from './scan-context.ts'
import { ScanError } from './scan-error.ts'

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

/** The part of a window that says what a page may read; written out, for servers whose TypeScript knows nothing of pages. */
type Permitting = { navigator?: { permissions?: Permissions } }

type Permissions = { query(named: { name: string }): Promise<PermissionStatus> }

type PermissionStatus = {
  readonly state: string
  addEventListener(type: 'change', listener: () => void, options: { signal: AbortSignal }): void
}

const SENSORS = ['accelerometer', 'gyroscope'] as const

/** Whether the browser says that a sensor is forbidden here; many do not say anything. */
export async function isDenied(page: Permitting): Promise<boolean> {
  const statuses = await sensorStatuses(page)
  return statuses.some(({ state }) => state === 'denied')
}

/** Calls back once when the permission is taken back. */
export function watchPermission(page: Permitting, onRevoked: () => void): Stop {
  const stopped = new AbortController()
  const { signal } = stopped
  const watch = (status: PermissionStatus) => {
    if (signal.aborted) return
    const look = () => {
      if (status.state === 'granted' || signal.aborted) return
      stopped.abort()
      onRevoked()
    }
    status.addEventListener('change', look, { signal })
    // It may have been taken back while the browser was asked.
    if (status.state === 'denied') look()
  }
  void sensorStatuses(page).then((statuses) => statuses.forEach(watch))
  return () => stopped.abort()
}

async function sensorStatuses({ navigator }: Permitting): Promise<PermissionStatus[]> {
  const answers = await Promise.all(SENSORS.map((name) => queryStatus(navigator?.permissions, name)))
  return answers.filter((status) => status !== null)
}

// Browsers that do not know the name reject or throw.
async function queryStatus(
  permissions: Permissions | undefined,
  name: (typeof SENSORS)[number],
): Promise<PermissionStatus | null> {
  try {
    return (await permissions?.query({ name })) ?? null
  } catch {
    return null
  }
}

/** The part of a DeviceMotionEvent that is read; written out, for servers whose TypeScript knows nothing of pages. */
export type MotionReading = {
  readonly accelerationIncludingGravity: Axes<'x' | 'y' | 'z'> | null
  readonly rotationRate: Axes<'alpha' | 'beta' | 'gamma'> | null
  readonly timeStamp: number
}

type Axes<Name extends string> = { readonly [N in Name]: number | null }

// However late events come on a busy page, a stamp this far off is of another clock, such as that of the epoch.
const MAX_DELAY_MS = 10_000
const RADIANS = Math.PI / 180

/**
 * One reading as a sample in the frame of the screen, whose content is turned by `angle` degrees against the device. Of an
 * empty reading the acceleration is NaN. Browsers give the rates about x, y and z as alpha, beta and gamma, unlike the
 * angles of deviceorientation.
 */
export function toSample(reading: MotionReading, nowMs: number, angle: number): ImuSample {
  const { accelerationIncludingGravity: felt, rotationRate: turned, timeStamp } = reading
  const t = Math.abs(nowMs - timeStamp) <= MAX_DELAY_MS ? timeStamp : nowMs
  const [ax, ay] = onScreen(felt?.x, felt?.y, angle)
  const acceleration = { t, ax, ay, az: felt?.z ?? Number.NaN }
  const [rx, ry] = onScreen(turned?.alpha, turned?.beta, angle)
  const rz = turned?.gamma ?? Number.NaN
  return Number.isFinite(rx + ry + rz) ? { ...acceleration, rx, ry, rz } : acceleration
}

/** With a quarter turn the screen's right is the device's lower edge. */
function onScreen(
  x: number | null | undefined = Number.NaN,
  y: number | null | undefined = Number.NaN,
  angle: number,
): [number, number] {
  if (x === null || y === null) return [Number.NaN, Number.NaN]
  // Exact for quarter turns, so that a portrait reading stays as the sensor gave it.
  const [c, s] = [Math.round(Math.cos(angle * RADIANS)), Math.round(Math.sin(angle * RADIANS))]
  return [c * x - s * y, s * x + c * y]
}
