import { choosePictureTime } from './picture-time.ts'

/** As long as no camera in order is silent. */
const SILENCE_MS = 5000
const WITHOUT_CALLBACK_MS = 33

type Watch = { onPicture: (t: number) => void; onSilence: () => void }

/** Tells of every new picture of a playing video, and once when none comes any more, until the returned function is called. */
export function watchPictures(video: HTMLVideoElement, { onPicture, onSilence }: Watch): () => void {
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
