import type { Point } from '@stillhere/engine'
import type { CameraSighting, CameraTracker } from '../capture/motion-source.ts'
import { ScanError } from '../capture/scan-error.ts'
import { findAssetUrls, toFolderUrl } from './asset-urls.ts'
import { createHiddenError, createLostError, createModelError, createRefusedError } from './camera-error.ts'
import type { TrackedPart } from './messages.ts'
import { loadModel, type Model } from './model.ts'
import { findBodySighting, findHandSighting, type Picture } from './sightings.ts'

/** A tracker whose camera picture the page can show. `video` is null while no camera is open. */
export type VideoTracker = CameraTracker & { readonly video: HTMLVideoElement | null }

/**
 * Creates a tracker that follows one hand with the camera. It delivers frames of 21 joints, and the center of the palm, whose motion is compared
 * with the motion sensors. Until `request` is called, it requests no permission and loads nothing.
 *
 * @returns the tracker, for the option `camera` of `scan`.
 * @example
 * button.onclick = () => scan({ camera: createHandTracker({ assetsUrl: '/camera/' }) })
 */
export function createHandTracker(options: TrackerOptions = {}): VideoTracker {
  return createTracker('hand', findHandSighting, options)
}

/**
 * Creates a tracker that follows one body with the camera. It delivers frames of the 18 joints of a research upload. Until `request` is called, it
 * requests no permission and loads nothing.
 *
 * @returns the tracker, for the option `camera` of `captureRounds`.
 * @example
 * button.onclick = () => captureRounds({ client, camera: createBodyTracker() })
 */
export function createBodyTracker(options: TrackerOptions = {}): VideoTracker {
  return createTracker('body', findBodySighting, options)
}

function createTracker(
  part: TrackedPart,
  sightingOf: SightingListener['sightingOf'],
  options: TrackerOptions,
): VideoTracker {
  let eyes: CameraSession | null = null
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
    const opened = await openUnlessAborted(signal, mine, () => openCameraSession(part, options, mine.signal))
    if (use === mine) eyes = opened
  }
  const start: CameraTracker['start'] = (onSeen, onEnd) => {
    if (eyes === null) throw new Error('the camera is not open; await request() first')
    stopFollowing()
    stopFollowing = watchSightings(eyes, { sightingOf, onSeen, onEnd })
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

/** Receives what the camera sees, and why it stopped. */
type SightingListener = {
  sightingOf: (found: readonly (readonly Point[])[], picture: Picture) => CameraSighting | null
  onSeen: (seen: CameraSighting) => void
  onEnd: (error: ScanError) => void
}

type DetectedPoints = { found: Point[][]; aspect: number }

/** Reports a sighting for each picture until the returned function is called. Skips pictures that arrive while another is processed. */
function watchSightings(eyes: CameraSession, { sightingOf, onSeen, onEnd }: SightingListener): () => void {
  let isOver = false
  let isLooking = false

  const end = (error: ScanError): void => {
    if (isOver) return
    stop()
    onEnd(error)
  }
  const look = async (t: number): Promise<void> => {
    // The model rejects timestamps that don't increase.
    if (isOver || isLooking || !(t > eyes.lastLook)) return
    isLooking = true
    eyes.lastLook = t
    const seen = await detectPoints(eyes, t).catch(toModelError)
    isLooking = false
    if (seen instanceof ScanError) return end(seen)
    const sighting = isOver ? null : sightingOf(seen.found, { t, aspect: seen.aspect })
    if (sighting !== null) onSeen(sighting)
  }
  const stopWatching = watchPictures(eyes.video, {
    onPicture: (t) => void look(t),
    onSilence: () => end(createLostError('the camera gives no picture any more')),
  })
  const stopListening = watchTrackEnd(eyes.stream, () => end(createLostError('the camera was switched off')))
  const stop = (): void => {
    isOver = true
    stopWatching()
    stopListening()
  }
  return stop
}

/** A working camera is never silent for this long. */
const SILENCE_MS = 5000
const WITHOUT_CALLBACK_MS = 33

type Watch = { onPicture: (t: number) => void; onSilence: () => void }

/** Calls back for every new picture of a playing video, and once if pictures stop, until the returned function is called. */
function watchPictures(video: HTMLVideoElement, { onPicture, onSilence }: Watch): () => void {
  let silence = setTimeout(onSilence, SILENCE_MS)
  const stop = watchNewPictures(video, (t) => {
    clearTimeout(silence)
    silence = setTimeout(onSilence, SILENCE_MS)
    onPicture(t)
  })
  return () => {
    clearTimeout(silence)
    stop()
  }
}

function watchNewPictures(video: HTMLVideoElement, tell: (t: number) => void): () => void {
  return 'requestVideoFrameCallback' in video ? watchFrameCallbacks(video, tell) : watchVideoTime(video, tell)
}

function watchFrameCallbacks(video: HTMLVideoElement, tell: (t: number) => void): () => void {
  const onFrame: VideoFrameRequestCallback = (now, times) => {
    handle = video.requestVideoFrameCallback(onFrame)
    tell(selectPictureTime(now, times))
  }
  let handle = video.requestVideoFrameCallback(onFrame)
  return () => video.cancelVideoFrameCallback(handle)
}

/** For browsers without requestVideoFrameCallback: the picture is new if the video's own time has changed. */
function watchVideoTime(video: HTMLVideoElement, tell: (t: number) => void): () => void {
  let seen = video.currentTime
  const timer = setInterval(() => {
    if (video.currentTime === seen) return
    seen = video.currentTime
    tell(selectPictureTime(performance.now()))
  }, WITHOUT_CALLBACK_MS)
  return () => clearInterval(timer)
}

async function detectPoints({ video, model }: CameraSession, t: number): Promise<DetectedPoints> {
  const picture = await createImageBitmap(video)
  const aspect = picture.height / picture.width
  return { found: await model.look(picture, t), aspect }
}

function toModelError(error: unknown): ScanError {
  return error instanceof ScanError ? error : createModelError('a picture of the camera could not be read', error)
}

/** Calls back once when a track of the stream ends by itself; in a microtask if it has ended already. */
function watchTrackEnd(stream: MediaStream, run: () => void): () => void {
  const listening = new AbortController()
  for (const track of stream.getVideoTracks()) {
    track.addEventListener('ended', run, { once: true, signal: listening.signal })
    if (track.readyState === 'ended') queueMicrotask(run)
  }
  return () => listening.abort()
}

/** Opens a session unless the caller's signal aborts meanwhile; an abort and a failure release everything. */
async function openUnlessAborted(
  signal: AbortSignal,
  use: AbortController,
  open: () => Promise<CameraSession>,
): Promise<CameraSession> {
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

/** The options of a tracker: where its files are, and which camera it uses. */
export type TrackerOptions = {
  /** The folder that holds the files of `dist/camera/assets`, on the page's own origin. By default they lie next to this module. */
  assetsUrl?: string | URL
  /** Which camera to open. Defaults to the front camera, 640 × 480 at 30 frames per second. */
  camera?: MediaTrackConstraints
}

/** An open camera with its model; `lastLook` is the time of the last processed picture. */
type CameraSession = { stream: MediaStream; video: HTMLVideoElement; model: Model; lastLook: number }

/** Opens the camera, then the model, so that nothing is loaded if the person refuses the camera. Both are closed when the signal aborts. */
async function openCameraSession(
  part: TrackedPart,
  options: TrackerOptions,
  signal: AbortSignal,
): Promise<CameraSession> {
  const stream = await openUntilAborted(() => openCamera(options.camera), stopCamera, signal)
  const video = await openUntilAborted(() => openVideo(stream), closeVideo, signal)
  const folder = options.assetsUrl === undefined ? undefined : toFolderUrl(options.assetsUrl, document.baseURI)
  const model = await openUntilAborted(
    () => loadModel(part, findAssetUrls(part, folder)),
    ({ close }) => close(),
    signal,
  )
  return { stream, video, model, lastLook: Number.NEGATIVE_INFINITY }
}

/**
 * Calls `open` and resolves to the opened resource. When the signal aborts, passes the resource to `release`, even if it opens only afterwards; a
 * pending call rejects with the signal's reason.
 */
export async function openUntilAborted<T>(
  open: () => Promise<T>,
  release: (opened: T) => void,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  const opening = open()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  signal.addEventListener('abort', () => void opening.then(release, () => {}), { once: true })
  return Promise.race([opening, aborted])
}

/** Small and fast, because the models use at most 256 pixels across. */
const USUAL_CAMERA: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 30 },
}

/**
 * Opens a camera without sound: the front camera at 640 × 480 pixels, or a camera that meets the given constraints.
 *
 * @returns the stream; stop its tracks when you are done.
 * @throws {ScanError} (as a rejection) of kind `camera_failed` if there is no camera, the person refuses it, or the page isn't served over https.
 * @example
 * button.onclick = async () => {
 *   video.srcObject = await openCamera()
 * }
 */
export async function openCamera(camera: MediaTrackConstraints = USUAL_CAMERA): Promise<MediaStream> {
  const devices = globalThis.navigator?.mediaDevices
  if (devices === undefined) throw createHiddenError()
  try {
    return await devices.getUserMedia({ video: camera, audio: false })
  } catch (error) {
    throw createRefusedError(error)
  }
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

async function openVideo(stream: MediaStream): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  // Without these two, phones show it full screen or don't play it.
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  try {
    await video.play()
  } catch (error) {
    throw createRefusedError(error)
  }
  return video
}

function closeVideo(video: HTMLVideoElement): void {
  video.pause()
  video.srcObject = null
}

/** The part of requestVideoFrameCallback's metadata that is used, in ms on the clock of performance.now(). */
type PictureTimes = { captureTime?: number; presentationTime?: number }

/** A capture time older than this belongs to another clock. */
const MAX_AGE_MS = 1000

/**
 * Returns when a video picture was taken, in ms on the clock of performance.now(): its capture time, else its presentation time, else `now`. A time
 * in the future or more than a second old is ignored.
 */
export function selectPictureTime(now: number, times: PictureTimes = {}): number {
  const { captureTime = Number.NaN, presentationTime = Number.NaN } = times
  return [captureTime, presentationTime].find((t) => t <= now && t > now - MAX_AGE_MS) ?? now
}
