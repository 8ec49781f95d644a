import { findAssetUrls, toFolderUrl } from './asset-urls.ts'
import { makeRefusedError } from './camera-error.ts'
import type { TrackedPart } from './messages.ts'
import { loadModel, type Model } from './model.ts'
import { openCamera, stopCamera } from './open-camera.ts'
import { openUntilAborted } from './open-until-aborted.ts'

export type TrackerOptions = {
  /** The folder of the files of `dist/camera/assets`, on the page's own origin; beside this module by default. */
  assetsUrl?: string | URL
  /** Which camera; by default the one that looks at the person, 640 × 480 at 30 pictures a second. */
  camera?: MediaTrackConstraints
}

/** An open camera and a model that looks at its pictures; `lastLook` is the time of the last one. */
export type Eyes = { stream: MediaStream; video: HTMLVideoElement; model: Model; lastLook: number }

/** Opens camera and model, one after the other: who refuses the camera loads nothing. Both end when the signal aborts. */
export async function openEyes(part: TrackedPart, options: TrackerOptions, signal: AbortSignal): Promise<Eyes> {
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
