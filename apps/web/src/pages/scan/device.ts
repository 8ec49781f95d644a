import { useEffect, useState } from 'preact/hooks'
import { formatMoment, say } from '../../words/speak.ts'

/** What is known about this device before the person presses a button. */
type Circumstances = {
  isSecure: boolean
  /** `speaking`: readings arrive; `asks`: the browser asks first, as on iOS; `silent`: nothing came; `none`: not known here. */
  sensors: 'looking' | 'speaking' | 'asks' | 'silent' | 'none'
  permission: 'granted' | 'denied' | 'unknown'
  nodeHandle: string | null
  /** The time when the node's enrollment expires; null without an enrollment. */
  enrolledUntil: string | null
}

/** The state of the sensors, as far as it's known. */
export type SensorState = { areKnown: boolean; askFirst: boolean; spoke: boolean; isLate: boolean }

/**
 * Returns the state of the motion sensors: `none` (unknown to the browser), `speaking` (a reading arrived), `silent` (access is allowed,
 * but no reading came in time), `asks` (the browser will ask for permission first) or `looking`.
 */
export function describeSensors(
  { areKnown, askFirst, spoke, isLate }: SensorState,
  permission: Circumstances['permission'],
): Circumstances['sensors'] {
  if (!areKnown) return 'none'
  if (spoke) return 'speaking'
  if (isLate && (!askFirst || permission === 'granted')) return 'silent'
  return askFirst && permission !== 'granted' ? 'asks' : 'looking'
}

/** Readiness for a scan: `good` is ready, `info` isn't known yet, and `warn` is an obstacle. */
type Readiness = { state: 'good' | 'info' | 'warn'; words: string }

/** Describes in one line that this device can scan, that it isn't known yet, or the first obstacle. */
export function describeReadiness({ isSecure, sensors, permission }: Device): Readiness {
  if (!isSecure) return { state: 'warn', words: READINESS_WORDS.insecure }
  if (permission === 'denied') return { state: 'warn', words: READINESS_WORDS.denied }
  return READINESS[sensors]
}

type Device = Pick<Circumstances, 'isSecure' | 'sensors' | 'permission'>

// Android takes up to a second to start its sensors.
const LOOK_MS = 2000
const SENSORS = ['accelerometer', 'gyroscope']

/** Returns whether the page is secure, whether sensor readings arrive, and which permission the browser reports, and updates them. Never prompts the person. */
export function useDevice(): Device {
  const [hearing, setHearing] = useState(readInitialState)
  const [permission, setPermission] = useState<Device['permission']>('unknown')
  useEffect(() => watchMotion((news) => setHearing((before) => ({ ...before, ...news }))), [])
  useEffect(() => watchPermission(setPermission), [])
  return { isSecure: isSecureContext, sensors: describeSensors(hearing, permission), permission }
}

function readInitialState(): SensorState {
  const event = globalThis.DeviceMotionEvent as { requestPermission?: unknown } | undefined
  const askFirst = typeof event?.requestPermission === 'function'
  return { areKnown: event !== undefined && isSecureContext, askFirst, spoke: false, isLate: false }
}

function watchMotion(tell: (news: Partial<SensorState>) => void): () => void {
  const timer = setTimeout(() => tell({ isLate: true }), LOOK_MS)
  const onMotion = ({ accelerationIncludingGravity: felt }: DeviceMotionEvent) => {
    // Machines without sensors send one empty reading.
    if (typeof felt?.x !== 'number') return
    stop()
    tell({ spoke: true })
  }
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('devicemotion', onMotion)
  }
  addEventListener('devicemotion', onMotion)
  return stop
}

function watchPermission(tell: (state: Device['permission']) => void): () => void {
  const control = new AbortController()
  const watch = (statuses: PermissionStatus[]) => {
    if (control.signal.aborted) return
    const look = () => tell(mergeStates(statuses.map(({ state }) => state)))
    look()
    for (const status of statuses) status.addEventListener('change', look, { signal: control.signal })
  }
  // Browsers that do not know the names refuse to answer, and then nothing is known.
  listSensorStatuses().then(watch, () => {})
  return () => control.abort()
}

async function listSensorStatuses(): Promise<PermissionStatus[]> {
  return Promise.all(SENSORS.map((name) => navigator.permissions.query({ name: name as PermissionName })))
}

function mergeStates(states: readonly PermissionState[]): Device['permission'] {
  if (states.includes('denied')) return 'denied'
  return states.every((state) => state === 'granted') ? 'granted' : 'unknown'
}

/** Texts about the readiness of this device. */
const READINESS_WORDS = {
  ready: say('Ready to scan: secure connection, motion sensor working, permission granted'),
  asks: say('Almost ready: secure connection, motion sensor found. Your browser asks for permission when you start.'),
  looking: say('Checking the motion sensor…'),
  insecure: say('Not ready: this page isn’t secure. Open it over https.'),
  denied: say('Not ready: your browser blocks motion for this site. Press Scan to see how to allow it.'),
  silent: say('Not ready: the motion sensor isn’t responding. Try this on a phone.'),
  none: say('Not ready: there’s no motion sensor here. Try this on a phone.'),
} as const

const READINESS: Readonly<Record<Circumstances['sensors'], Readiness>> = {
  speaking: { state: 'good', words: READINESS_WORDS.ready },
  asks: { state: 'info', words: READINESS_WORDS.asks },
  looking: { state: 'info', words: READINESS_WORDS.looking },
  silent: { state: 'warn', words: READINESS_WORDS.silent },
  none: { state: 'warn', words: READINESS_WORDS.none },
}

/** Describes in one sentence as whom the person will scan: without a node, as a node that isn't enrolled on this device, or as an enrolled node. */
export function describeOwner({ nodeHandle, enrolledUntil }: Owner): string {
  if (nodeHandle === null) return OWNER_WORDS.signedOut
  if (enrolledUntil === null) return OWNER_WORDS.notEnrolled(nodeHandle)
  return OWNER_WORDS.enrolled(nodeHandle, formatMoment(enrolledUntil, { dateStyle: 'medium' }))
}

type Owner = Pick<Circumstances, 'nodeHandle' | 'enrolledUntil'>

/** Texts on the node that a scan will count for. */
const OWNER_WORDS = {
  signedOut: say('You’re not signed in. The receipt will be signed by this browser.'),
  notEnrolled: (handle: string) => say('Signed in as {handle}. Not enrolled on this device yet.', { handle }),
  enrolled: (handle: string, until: string) =>
    say('Signed in as {handle}. Enrolled on this device until {date}.', { handle, date: until }),
} as const
