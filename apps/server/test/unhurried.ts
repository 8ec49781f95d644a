import type { FrameOptions } from '../src/app/frame.ts'
import { LOAD_BOUNDS } from '../src/platform/load/load.ts'

const ALWAYS = { most: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY }

/** A busy machine must not make a process of a test refuse what it is asked. */
export const UNHURRIED: FrameOptions = {
  loadBounds: {
    ...LOAD_BOUNDS,
    loopDelayMs: Number.POSITIVE_INFINITY,
    waiting: { calm: ALWAYS, crowded: ALWAYS },
  },
}
