import { createEngineWorker } from '../live/create-engine-worker.ts'
import { deviceMotion } from './device-motion.ts'
import { createProvidedTracker } from './motion-source.ts'
import { pointerMotion } from './pointer-motion.ts'
import { type Platform, type Stop, createSingleRun } from './scan-context.ts'

/**
 * Creates the platform (clock, visibility, wake lock, sensors, key, worker) that uses the current page. In Node, which has no page, a scan works
 * only if the caller supplies a motion source and a key.
 */
export function createPagePlatform(): Platform {
  return {
    now: () => performance.now(),
    wallClock: () => Date.now(),
    every: (ms, run) => stopTimer(setInterval(run, ms)),
    isHidden: () => globalThis.document?.visibilityState === 'hidden',
    onHidden: watchHidden,
    onOnline: watchOnline,
    keepAwake: openWakeLock,
    claim: claimPage,
    motionSource: (mode) => (mode === 'sensors' ? deviceMotion(globalThis.window) : pointerMotion(globalThis.window)),
    cameraTracker: async () => createProvidedTracker(),
    openKey: async () => (await import('../keys/index-web.ts')).openKey(),
    openWorker: () => createEngineWorker(),
  }
}

function stopTimer(timer: ReturnType<typeof setInterval>): Stop {
  return () => clearInterval(timer)
}

function watchHidden(run: () => void): Stop {
  const page = globalThis.document
  if (page === undefined) return () => {}
  const look = () => {
    if (page.visibilityState === 'hidden') run()
  }
  page.addEventListener('visibilitychange', look)
  return () => page.removeEventListener('visibilitychange', look)
}

function watchOnline(run: () => void): Stop {
  globalThis.window?.addEventListener('online', run)
  return () => globalThis.window?.removeEventListener('online', run)
}

async function openWakeLock(): Promise<Stop> {
  const lock = await globalThis.navigator?.wakeLock?.request('screen').catch(() => undefined)
  return () => {
    lock?.release().catch(() => {})
  }
}

let claimed = false

function claimPage(): Stop | null {
  if (claimed) return null
  claimed = true
  return createSingleRun(() => {
    claimed = false
  })
}
