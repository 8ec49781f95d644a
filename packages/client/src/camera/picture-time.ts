/** What requestVideoFrameCallback tells of a picture, as far as it is used; in ms on the clock of performance.now(). */
export type PictureTimes = { captureTime?: number; presentationTime?: number }

/** A picture that claims to be older than this has a clock of its own. */
const MAX_AGE_MS = 1000

/** When a picture was taken, as near as the browser knows: at the camera, else when it was shown, else now. */
export function choosePictureTime(now: number, times: PictureTimes = {}): number {
  const { captureTime = Number.NaN, presentationTime = Number.NaN } = times
  return [captureTime, presentationTime].find((t) => t <= now && t > now - MAX_AGE_MS) ?? now
}
