import type { Point } from '@stillhere/engine'
import type { CameraSighting } from '../capture/camera-tracker.ts'
import { ScanError } from '../capture/scan-error.ts'
import { makeModelError, makeLostError } from './camera-error.ts'
import type { Eyes } from './eyes.ts'
import { watchPictures } from './pictures.ts'
import type { Picture } from './sightings.ts'

/** What somebody who follows with open eyes wants to know. */
export type Follower = {
  sightingOf: (found: readonly (readonly Point[])[], picture: Picture) => CameraSighting | null
  onSeen: (seen: CameraSighting) => void
  onEnd: (error: ScanError) => void
}

type Found = { found: Point[][]; aspect: number }

/** Looks at pictures as they come, leaving out those that come while another is looked at, until the returned function is called. */
export function follow(eyes: Eyes, { sightingOf, onSeen, onEnd }: Follower): () => void {
  let isOver = false
  let isLooking = false

  const end = (error: ScanError): void => {
    if (isOver) return
    stop()
    onEnd(error)
  }
  const look = async (t: number): Promise<void> => {
    // The model refuses times that do not rise.
    if (isOver || isLooking || !(t > eyes.lastLook)) return
    isLooking = true
    eyes.lastLook = t
    const seen = await lookAt(eyes, t).catch(modelError)
    isLooking = false
    if (seen instanceof ScanError) return end(seen)
    const sighting = isOver ? null : sightingOf(seen.found, { t, aspect: seen.aspect })
    if (sighting !== null) onSeen(sighting)
  }
  const stopWatching = watchPictures(eyes.video, {
    onPicture: (t) => void look(t),
    onSilence: () => end(makeLostError('the camera gives no picture any more')),
  })
  const stopListening = onceEnded(eyes.stream, () => end(makeLostError('the camera was switched off')))
  const stop = (): void => {
    isOver = true
    stopWatching()
    stopListening()
  }
  return stop
}

async function lookAt({ video, model }: Eyes, t: number): Promise<Found> {
  const picture = await createImageBitmap(video)
  const aspect = picture.height / picture.width
  return { found: await model.look(picture, t), aspect }
}

function modelError(error: unknown): ScanError {
  return error instanceof ScanError ? error : makeModelError('a picture of the camera could not be read', error)
}

/** Runs once when a track of the stream ends by itself, later if it has ended already. */
function onceEnded(stream: MediaStream, run: () => void): () => void {
  const listening = new AbortController()
  for (const track of stream.getVideoTracks()) {
    track.addEventListener('ended', run, { once: true, signal: listening.signal })
    if (track.readyState === 'ended') queueMicrotask(run)
  }
  return () => listening.abort()
}
