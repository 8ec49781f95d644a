import type { MotionSource } from '../capture/motion-source.ts'
import type { ScanProgress } from '../capture/progress.ts'
import type { Mover } from './mover.ts'
import { playMotion } from './playing.ts'

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
