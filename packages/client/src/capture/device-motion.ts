import type { ImuSample } from '@stillhere/engine'
import type { MotionSource } from './motion-source.ts'
import type { Stop } from './scan-context.ts'
import { ScanError } from './scan-error.ts'

/** The part of a window that is used. A `Window` has this type. */
export type MotionWindow = PermissionWindow & {
  isSecureContext?: boolean
  DeviceMotionEvent?: unknown
  performance: { now(): number }
  screen?: { orientation?: { angle: number } }
  addEventListener(type: 'devicemotion', listener: (event: MotionReading) => void): void
  removeEventListener(type: 'devicemotion', listener: (event: MotionReading) => void): void
}

/**
 * Creates a motion source that reads the phone's sensors through DeviceMotionEvent. A scan uses it by default.
 *
 * @returns the source, for the option `source` of `scan` and `captureMotion`. Its `request` rejects with a ScanError if the sensors can't be read.
 * @example
 * button.onclick = () => scan({ source: deviceMotion(window) })
 */
export function deviceMotion(page: MotionWindow | undefined): MotionSource {
  return {
    mode: 'sensors',
    request: async () => {
      const usable = requireMotionWindow(page)
      // iOS shows its prompt only in the user's gesture, so nothing may be awaited before this call.
      const asked = openIosPrompt(usable)
      if (asked !== null) return requireGranted(await asked)
      if (await isDenied(usable)) throw new ScanError('permission_denied', 'this site may not read the motion sensors')
    },
    start: (onSample, onEnd) => {
      const usable = requireMotionWindow(page)
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

function requireMotionWindow(page: MotionWindow | undefined): MotionWindow {
  if (page === undefined) throw new ScanError('unsupported', 'there is no window here, so there are no motion sensors')
  if (page.isSecureContext === false) throw new ScanError('insecure_page', 'motion sensors need a page over https')
  if (page.DeviceMotionEvent === undefined)
    throw new ScanError('unsupported', 'this browser has no DeviceMotionEvent, so it cannot read motion sensors')
  return page
}

type PermissionEvent = { requestPermission?: () => Promise<unknown> }

/** Returns the person's answer or the error of the prompt, or null if the browser has no prompt. */
function openIosPrompt({ DeviceMotionEvent: event }: MotionWindow): Promise<unknown> | null {
  const { requestPermission } = event as PermissionEvent
  if (typeof requestPermission !== 'function') return null
  return requestPermission.call(event).catch((error: unknown) => error)
}

function requireGranted(answer: unknown): void {
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

/** The part of a window that reports permissions. Written out, because server projects compile without the DOM types. */
type PermissionWindow = { navigator?: { permissions?: Permissions } }

type Permissions = { query(named: { name: string }): Promise<PermissionStatus> }

type PermissionStatus = {
  readonly state: string
  addEventListener(type: 'change', listener: () => void, options: { signal: AbortSignal }): void
}

const SENSORS = ['accelerometer', 'gyroscope'] as const

/** Returns true if the browser's Permissions API says that the accelerometer or the gyroscope is denied. Returns false if the browser doesn't say. */
export async function isDenied(page: PermissionWindow): Promise<boolean> {
  const statuses = await listSensorStatuses(page)
  return statuses.some(({ state }) => state === 'denied')
}

/** Calls `onRevoked` once when the browser reports that the permission for a motion sensor was revoked. The returned function stops watching. */
export function watchPermission(page: PermissionWindow, onRevoked: () => void): Stop {
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
    // It may have been revoked while the query ran.
    if (status.state === 'denied') look()
  }
  void listSensorStatuses(page).then((statuses) => statuses.forEach(watch))
  return () => stopped.abort()
}

async function listSensorStatuses({ navigator }: PermissionWindow): Promise<PermissionStatus[]> {
  const answers = await Promise.all(SENSORS.map((name) => readSensorStatus(navigator?.permissions, name)))
  return answers.filter((status) => status !== null)
}

// Browsers that don't know the name reject or throw.
async function readSensorStatus(
  permissions: Permissions | undefined,
  name: (typeof SENSORS)[number],
): Promise<PermissionStatus | null> {
  try {
    return (await permissions?.query({ name })) ?? null
  } catch {
    return null
  }
}

/** The part of a DeviceMotionEvent that is read. Written out, because server projects compile without the DOM types. */
export type MotionReading = {
  readonly accelerationIncludingGravity: Axes<'x' | 'y' | 'z'> | null
  readonly rotationRate: Axes<'alpha' | 'beta' | 'gamma'> | null
  readonly timeStamp: number
}

type Axes<Name extends string> = { readonly [N in Name]: number | null }

// Even on a busy page no event is this late; such a timestamp belongs to another clock, such as Unix time.
const MAX_DELAY_MS = 10_000
const RADIANS = Math.PI / 180

/**
 * Converts a DeviceMotionEvent to a sample in the axes of the screen. `angle` is the rotation of the screen's content against the device, in
 * degrees. Missing accelerations become NaN; incomplete rotation rates are left out. Browsers report the rates about x, y and z as alpha, beta and
 * gamma, unlike the angles of deviceorientation.
 */
export function toSample(reading: MotionReading, nowMs: number, angle: number): ImuSample {
  const { accelerationIncludingGravity: felt, rotationRate: turned, timeStamp } = reading
  const t = Math.abs(nowMs - timeStamp) <= MAX_DELAY_MS ? timeStamp : nowMs
  const [ax, ay] = toScreenAxes(felt?.x, felt?.y, angle)
  const acceleration = { t, ax, ay, az: felt?.z ?? Number.NaN }
  const [rx, ry] = toScreenAxes(turned?.alpha, turned?.beta, angle)
  const rz = turned?.gamma ?? Number.NaN
  return Number.isFinite(rx + ry + rz) ? { ...acceleration, rx, ry, rz } : acceleration
}

/** Rotates x and y into the frame of the screen: after a quarter turn the screen's right is the device's lower edge. */
function toScreenAxes(
  x: number | null | undefined = Number.NaN,
  y: number | null | undefined = Number.NaN,
  angle: number,
): [number, number] {
  if (x === null || y === null) return [Number.NaN, Number.NaN]
  // Exact for quarter turns, so that a portrait reading stays as the sensor reported it.
  const [c, s] = [Math.round(Math.cos(angle * RADIANS)), Math.round(Math.sin(angle * RADIANS))]
  return [c * x - s * y, s * x + c * y]
}
