import type { FrameOptions } from '../src/app/frame.ts'
import { LOAD_BOUNDS } from '../src/platform/load/load.ts'

const ENDLESS = { maxWaiting: Number.POSITIVE_INFINITY, maxWaitMs: Number.POSITIVE_INFINITY }

/** Keeps a process of a test from refusing requests on a busy machine. */
export const UNHURRIED: FrameOptions = {
  loadBounds: {
    ...LOAD_BOUNDS,
    loopDelayMs: Number.POSITIVE_INFINITY,
    queue: { normal: ENDLESS, overloaded: ENDLESS },
  },
}
