import { useEffect, useState } from 'preact/hooks'
import { type Circumstances, type Hearing, describeSensors } from './readiness.ts'

type Device = Pick<Circumstances, 'isSecure' | 'sensors' | 'permission'>

// Android takes up to a second to start its sensors.
const LOOK_MS = 2000
const SENSORS = ['accelerometer', 'gyroscope']

/** Listens for a moment whether the sensors speak, and asks the browser what is allowed. The person is asked for nothing. */
export function useDevice(): Device {
  const [hearing, setHearing] = useState(firstHearing)
  const [permission, setPermission] = useState<Device['permission']>('unknown')
  useEffect(() => listen((news) => setHearing((before) => ({ ...before, ...news }))), [])
  useEffect(() => watchPermission(setPermission), [])
  return { isSecure: isSecureContext, sensors: describeSensors(hearing, permission), permission }
}

function firstHearing(): Hearing {
  const event = globalThis.DeviceMotionEvent as { requestPermission?: unknown } | undefined
  const askFirst = typeof event?.requestPermission === 'function'
  return { areKnown: event !== undefined && isSecureContext, askFirst, spoke: false, isLate: false }
}

function listen(tell: (news: Partial<Hearing>) => void): () => void {
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
    const look = () => tell(together(statuses.map(({ state }) => state)))
    look()
    for (const status of statuses) status.addEventListener('change', look, { signal: control.signal })
  }
  // Browsers that do not know the names refuse to answer, and then nothing is known.
  sensorStatuses().then(watch, () => {})
  return () => control.abort()
}

async function sensorStatuses(): Promise<PermissionStatus[]> {
  return Promise.all(SENSORS.map((name) => navigator.permissions.query({ name: name as PermissionName })))
}

function together(states: readonly PermissionState[]): Device['permission'] {
  if (states.includes('denied')) return 'denied'
  return states.every((state) => state === 'granted') ? 'granted' : 'unknown'
}
