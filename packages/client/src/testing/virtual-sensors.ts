import type { Mover, Reading, Shown } from './mover.ts'
import type { DevtoolsSession } from './virtual-permission.ts'

/** Chromium's own virtual sensors, in the hands of a mover. */
export type VirtualSensors = {
  /** For tests that learn in another way what the page shows. */
  onProgress(progress: Shown): void
  /** The sensors go away, as if the phone had none any more. */
  fallSilent(): Promise<void>
  /** Ends the motion and gives the page its real sensors back. */
  stop(): Promise<void>
}

type SensorType = 'accelerometer' | 'linear-acceleration' | 'gyroscope'

const SENSORS: readonly SensorType[] = ['accelerometer', 'linear-acceleration', 'gyroscope']
// Chromium looks at the newest reading 60 times a second. With as few of ours some would be seen twice and some never.
const PUSH_MS = 1000 / 120
// A browser that answers this many calls late is busy; more would only wait in its queue.
const MOST_UNANSWERED = 90
const RADIANS = Math.PI / 180

/**
 * Lets a mover hold the phone that Chromium pretends to be, so that a page gets true devicemotion events. The mover sees what
 * `<stillhere-scan>` shows; other pages call `stillhereVirtualPerson(progress)` where there is one.
 */
export async function driveVirtualSensors(devtools: DevtoolsSession, mover: Mover): Promise<VirtualSensors> {
  await switchSensors(devtools, { enabled: true, metadata: { available: true } })
  const onProgress = (progress: Shown) => mover.see(progress, performance.now())
  const unwatch = await watchScreen(devtools, onProgress)
  const stopPushing = pushReadings(devtools, mover)
  const fallSilent = () => {
    stopPushing()
    return switchSensors(devtools, { enabled: false })
  }
  const stop = async () => {
    await unwatch()
    await fallSilent()
  }
  return { onProgress, fallSilent, stop }
}

const BINDING = 'stillhereVirtualPersonSees'

// Runs in the page, before its own scripts. Sends news only: a scan reports sixty times a second.
const EYES = `(() => {
  let last = ''
  globalThis.stillhereVirtualPerson = ({ phase, stroke }) => {
    const shown = JSON.stringify({ phase, stroke })
    if (shown !== last) globalThis.${BINDING}?.(shown)
    last = shown
  }
  addEventListener('stillhere-progress', (event) => globalThis.stillhereVirtualPerson(event.detail), true)
})()`

/** Calls back with what a scan in the page shows, now and after every reload, until the returned function is called. */
async function watchScreen(devtools: DevtoolsSession, onShown: (shown: Shown) => void): Promise<() => Promise<void>> {
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

async function switchSensors(devtools: DevtoolsSession, how: object): Promise<void> {
  for (const type of SENSORS) await devtools.send('Emulation.setSensorOverrideEnabled', { type, ...how })
}

// Calls are not waited for: an answer takes longer than a reading lasts.
function pushReadings(devtools: DevtoolsSession, mover: Mover): () => void {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered >= MOST_UNANSWERED) return
    const reading = mover.feel(performance.now())
    for (const type of SENSORS) {
      unanswered++
      devtools.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: felt(type, reading) } }).then(
        () => unanswered--,
        // The page is gone.
        () => clearInterval(timer),
      )
    }
  }, PUSH_MS)
  return () => clearInterval(timer)
}

function felt(type: SensorType, { ax, ay, az, rx, ry, rz }: Reading): { x: number; y: number; z: number } {
  if (type === 'gyroscope') return { x: rx * RADIANS, y: ry * RADIANS, z: rz * RADIANS }
  if (type === 'accelerometer') return { x: ax, y: ay, z: az }
  // A scan does not read it, but Chromium sends no event before it has all three.
  const share = 1 - 9.81 / (Math.hypot(ax, ay, az) || 1)
  return { x: ax * share, y: ay * share, z: az * share }
}
