import type { CameraTracker } from '../capture/camera-tracker.ts'
import { ScanError } from '../capture/scan-error.ts'
import { type Eyes, openEyes, type TrackerOptions } from './eyes.ts'
import { type Follower, follow } from './follow.ts'
import type { TrackedPart } from './messages.ts'
import { bodySighting, handSighting } from './sightings.ts'

/** A tracker whose pictures a page can show; `video` is null while no camera is open. */
export type VideoTracker = CameraTracker & { readonly video: HTMLVideoElement | null }

/** Follows a hand: frames of 21 joints, and the middle of its palm as the point to couple with the sensors. */
export function createHandTracker(options: TrackerOptions = {}): VideoTracker {
  return createTracker('hand', handSighting, options)
}

/** Follows a body: frames of the 18 joints that a research upload carries. */
export function createBodyTracker(options: TrackerOptions = {}): VideoTracker {
  return createTracker('body', bodySighting, options)
}

/** Nothing is asked for or loaded before `request`. */
function createTracker(part: TrackedPart, sightingOf: Follower['sightingOf'], options: TrackerOptions): VideoTracker {
  let eyes: Eyes | null = null
  let use = new AbortController()
  let stopFollowing = (): void => {}

  const close = (): void => {
    stopFollowing()
    eyes = null
    use.abort(new ScanError('aborted', 'the camera was closed'))
  }
  const request = async (signal: AbortSignal): Promise<void> => {
    close()
    const mine = new AbortController()
    use = mine
    const opened = await openUnlessAborted(signal, mine, () => openEyes(part, options, mine.signal))
    if (use === mine) eyes = opened
  }
  const start: CameraTracker['start'] = (onSeen, onEnd) => {
    if (eyes === null) throw new Error('the camera is not open; await request() first')
    stopFollowing()
    stopFollowing = follow(eyes, { sightingOf, onSeen, onEnd })
    return stopFollowing
  }
  return {
    request,
    start,
    close,
    get video() {
      return eyes?.video ?? null
    },
  }
}

/** What is opened, unless the caller's signal aborts meanwhile; all that is open then, or at a failure, is given back. */
async function openUnlessAborted(signal: AbortSignal, use: AbortController, open: () => Promise<Eyes>): Promise<Eyes> {
  const giveUp = (): void => use.abort(new ScanError('aborted', 'the page stopped it', { cause: signal.reason }))
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    if (signal.aborted) giveUp()
    return await open()
  } catch (error) {
    use.abort(error)
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
