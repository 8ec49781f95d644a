import { createEngineWorker } from '../live/create-engine-worker.ts'
import { deviceMotion } from './device-motion.ts'
import { createProvidedTracker } from './motion-source.ts'
import { pointerMotion } from './pointer-motion.ts'
import { type Platform, type Stop, once } from './scan-context.ts'

/** The page that this module runs in; in Node what there is of it, so that a source and a key of the caller's own suffice. */
export function pagePlatform(): Platform {
  return {
    now: () => performance.now(),
    wallClock: () => Date.now(),
    every: (ms, run) => stopTimer(setInterval(run, ms)),
    isHidden: () => globalThis.document?.visibilityState === 'hidden',
    onHidden,
    onOnline,
    keepAwake,
    claim,
    motionSource: (mode) => (mode === 'sensors' ? deviceMotion(globalThis.window) : pointerMotion(globalThis.window)),
    cameraTracker: async () => createProvidedTracker(),
    openKey: async () => (await import('../keys/index-web.ts')).openKey(),
    openWorker: () => createEngineWorker(),
  }
}

function stopTimer(timer: ReturnType<typeof setInterval>): Stop {
  return () => clearInterval(timer)
}

function onHidden(run: () => void): Stop {
  const page = globalThis.document
  if (page === undefined) return () => {}
  const look = () => {
    if (page.visibilityState === 'hidden') run()
  }
  page.addEventListener('visibilitychange', look)
  return () => page.removeEventListener('visibilitychange', look)
}

function onOnline(run: () => void): Stop {
  globalThis.window?.addEventListener('online', run)
  return () => globalThis.window?.removeEventListener('online', run)
}

async function keepAwake(): Promise<Stop> {
  const lock = await globalThis.navigator?.wakeLock?.request('screen').catch(() => undefined)
  return () => {
    lock?.release().catch(() => {})
  }
}

let claimed = false

function claim(): Stop | null {
  if (claimed) return null
  claimed = true
  return once(() => {
    claimed = false
  })
}
