import type { Mover, Reading, ShownScan } from './mover.ts'
import type { DevtoolsSession } from './virtual-permission.ts'

/** Chromium's virtual sensors, driven by a mover. */
export type VirtualSensors = {
  /** Call it with what the page shows, for tests that observe it in another way. */
  onProgress(progress: ShownScan): void
  /** Removes the sensors, as if the phone had none. */
  fallSilent(): Promise<void>
  /** Stops the motion and restores the real sensors. */
  stop(): Promise<void>
}

type SensorType = 'accelerometer' | 'linear-acceleration' | 'gyroscope'

const SENSORS: readonly SensorType[] = ['accelerometer', 'linear-acceleration', 'gyroscope']
// Chromium samples the latest reading 60 times a second. At the same rate, some readings would be sampled twice and some never.
const PUSH_MS = 1000 / 120
// A browser with this many unanswered calls is busy; more would only queue up.
const MOST_UNANSWERED = 90
const RADIANS = Math.PI / 180

/**
 * Feeds Chromium's virtual sensors with the readings of a mover (a simulated person or attacker), so that a page receives real devicemotion events.
 * The mover sees the progress of `<stillhere-scan>`; a page without the element calls `stillhereVirtualPerson(progress)` itself.
 *
 * @returns the controls of the sensors. Call `stop` at the end.
 * @example
 * const startSensors = (session) => driveVirtualSensors(session, livePerson(syntheticPerson(42)))
 */
export async function driveVirtualSensors(devtools: DevtoolsSession, mover: Mover): Promise<VirtualSensors> {
  await setSensors(devtools, { enabled: true, metadata: { available: true } })
  const onProgress = (progress: ShownScan) => mover.see(progress, performance.now())
  const unwatch = await watchScreen(devtools, onProgress)
  const stopPushing = startReadings(devtools, mover)
  const fallSilent = () => {
    stopPushing()
    return setSensors(devtools, { enabled: false })
  }
  const stop = async () => {
    await unwatch()
    await fallSilent()
  }
  return { onProgress, fallSilent, stop }
}

const BINDING = 'stillhereVirtualPersonSees'

// Runs in the page before its own scripts. Sends only changes, because a scan reports sixty times a second.
const EYES = `(() => {
  let last = ''
  globalThis.stillhereVirtualPerson = ({ phase, stroke }) => {
    const shown = JSON.stringify({ phase, stroke })
    if (shown !== last) globalThis.${BINDING}?.(shown)
    last = shown
  }
  addEventListener('stillhere-progress', (event) => globalThis.stillhereVirtualPerson(event.detail), true)
})()`

/** Calls back with what a scan in the page shows, also after a reload, until the returned function is called. */
async function watchScreen(
  devtools: DevtoolsSession,
  onShown: (shown: ShownScan) => void,
): Promise<() => Promise<void>> {
  const onCall = (call: unknown) => {
    const { name, payload } = call as { name: string; payload: string }
    if (name === BINDING) onShown(JSON.parse(payload))
  }
  await devtools.send('Runtime.enable')
  devtools.on('Runtime.bindingCalled', onCall)
  await devtools.send('Runtime.addBinding', { name: BINDING })
  await devtools.send('Page.enable')
  const added = await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: EYES })
  await devtools.send('Runtime.evaluate', { expression: EYES })
  return async () => {
    devtools.off('Runtime.bindingCalled', onCall)
    await devtools.send('Page.removeScriptToEvaluateOnNewDocument', added as object)
  }
}

async function setSensors(devtools: DevtoolsSession, how: object): Promise<void> {
  for (const type of SENSORS) await devtools.send('Emulation.setSensorOverrideEnabled', { type, ...how })
}

// Calls aren't awaited, because a response takes longer than the interval between readings.
function startReadings(devtools: DevtoolsSession, mover: Mover): () => void {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered >= MOST_UNANSWERED) return
    const reading = mover.feel(performance.now())
    for (const type of SENSORS) {
      unanswered++
      devtools
        .send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: toSensorReading(type, reading) } })
        .then(
          () => unanswered--,
          // The page is gone.
          () => clearInterval(timer),
        )
    }
  }, PUSH_MS)
  return () => clearInterval(timer)
}

function toSensorReading(type: SensorType, { ax, ay, az, rx, ry, rz }: Reading): { x: number; y: number; z: number } {
  if (type === 'gyroscope') return { x: rx * RADIANS, y: ry * RADIANS, z: rz * RADIANS }
  if (type === 'accelerometer') return { x: ax, y: ay, z: az }
  // A scan doesn't read it, but Chromium fires no event before it has all three.
  const share = 1 - 9.81 / (Math.hypot(ax, ay, az) || 1)
  return { x: ax * share, y: ay * share, z: az * share }
}
