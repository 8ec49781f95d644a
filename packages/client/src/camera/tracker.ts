import type { Point } from '@stillhere/engine'
import type { CameraSighting, CameraTracker } from '../capture/motion-source.ts'
import { ScanError } from '../capture/scan-error.ts'
import { findAssetUrls, toFolderUrl } from './asset-urls.ts'
import { makeHiddenError, makeLostError, makeModelError, makeRefusedError } from './camera-error.ts'
import type { TrackedPart } from './messages.ts'
import { loadModel, type Model } from './model.ts'
import { bodySighting, handSighting, type Picture } from './sightings.ts'

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

/** What somebody who follows with open eyes wants to know. */
type Follower = {
  sightingOf: (found: readonly (readonly Point[])[], picture: Picture) => CameraSighting | null
  onSeen: (seen: CameraSighting) => void
  onEnd: (error: ScanError) => void
}

type Found = { found: Point[][]; aspect: number }

/** Looks at pictures as they come, leaving out those that come while another is looked at, until the returned function is called. */
function follow(eyes: Eyes, { sightingOf, onSeen, onEnd }: Follower): () => void {
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

/** As long as no camera in order is silent. */
const SILENCE_MS = 5000
const WITHOUT_CALLBACK_MS = 33

type Watch = { onPicture: (t: number) => void; onSilence: () => void }

/** Tells of every new picture of a playing video, and once when none comes any more, until the returned function is called. */
function watchPictures(video: HTMLVideoElement, { onPicture, onSilence }: Watch): () => void {
  let silence = setTimeout(onSilence, SILENCE_MS)
  const stop = eachPicture(video, (t) => {
    clearTimeout(silence)
    silence = setTimeout(onSilence, SILENCE_MS)
    onPicture(t)
  })
  return () => {
    clearTimeout(silence)
    stop()
  }
}

function eachPicture(video: HTMLVideoElement, tell: (t: number) => void): () => void {
  return 'requestVideoFrameCallback' in video ? eachCallback(video, tell) : eachTick(video, tell)
}

function eachCallback(video: HTMLVideoElement, tell: (t: number) => void): () => void {
  const onFrame: VideoFrameRequestCallback = (now, times) => {
    handle = video.requestVideoFrameCallback(onFrame)
    tell(choosePictureTime(now, times))
  }
  let handle = video.requestVideoFrameCallback(onFrame)
  return () => video.cancelVideoFrameCallback(handle)
}

/** For browsers that do not call back: a new picture is there when the video's own time has moved on. */
function eachTick(video: HTMLVideoElement, tell: (t: number) => void): () => void {
  let seen = video.currentTime
  const timer = setInterval(() => {
    if (video.currentTime === seen) return
    seen = video.currentTime
    tell(choosePictureTime(performance.now()))
  }, WITHOUT_CALLBACK_MS)
  return () => clearInterval(timer)
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

export type TrackerOptions = {
  /** The folder of the files of `dist/camera/assets`, on the page's own origin; beside this module by default. */
  assetsUrl?: string | URL
  /** Which camera; by default the one that looks at the person, 640 × 480 at 30 pictures a second. */
  camera?: MediaTrackConstraints
}

/** An open camera and a model that looks at its pictures; `lastLook` is the time of the last one. */
type Eyes = { stream: MediaStream; video: HTMLVideoElement; model: Model; lastLook: number }

/** Opens camera and model, one after the other: who refuses the camera loads nothing. Both end when the signal aborts. */
async function openEyes(part: TrackedPart, options: TrackerOptions, signal: AbortSignal): Promise<Eyes> {
  const stream = await openUntilAborted(() => openCamera(options.camera), stopCamera, signal)
  const video = await openUntilAborted(() => play(stream), hush, signal)
  const folder = options.assetsUrl === undefined ? undefined : toFolderUrl(options.assetsUrl, document.baseURI)
  const model = await openUntilAborted(
    () => loadModel(part, findAssetUrls(part, folder)),
    ({ close }) => close(),
    signal,
  )
  return { stream, video, model, lastLook: Number.NEGATIVE_INFINITY }
}

/** What is opened, until the signal aborts: then it is released, even if it comes later, and who still waits hears the reason. */
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

/** Small and quick: the models look at 256 points across at most. */
const USUAL_CAMERA: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 30 },
}

/** Asks for the camera that looks at the person; a ScanError says why there is none. Nothing is heard. */
export async function openCamera(camera: MediaTrackConstraints = USUAL_CAMERA): Promise<MediaStream> {
  const devices = globalThis.navigator?.mediaDevices
  if (devices === undefined) throw makeHiddenError()
  try {
    return await devices.getUserMedia({ video: camera, audio: false })
  } catch (error) {
    throw makeRefusedError(error)
  }
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

async function play(stream: MediaStream): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  // Without these two, phones would show it full screen or not play it at all.
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  try {
    await video.play()
  } catch (error) {
    throw makeRefusedError(error)
  }
  return video
}

function hush(video: HTMLVideoElement): void {
  video.pause()
  video.srcObject = null
}

/** What requestVideoFrameCallback tells of a picture, as far as it is used; in ms on the clock of performance.now(). */
type PictureTimes = { captureTime?: number; presentationTime?: number }

/** A picture that claims to be older than this has a clock of its own. */
const MAX_AGE_MS = 1000

/** When a picture was taken, as near as the browser knows: at the camera, else when it was shown, else now. */
export function choosePictureTime(now: number, times: PictureTimes = {}): number {
  const { captureTime = Number.NaN, presentationTime = Number.NaN } = times
  return [captureTime, presentationTime].find((t) => t <= now && t > now - MAX_AGE_MS) ?? now
}
