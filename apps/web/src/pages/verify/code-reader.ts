import { decodeQR } from 'qr/decode.js'

// Larger pictures hold no more of a code, and take seconds.
const MAX_SIDE = 1600
const LOOK_EVERY_MS = 120
// A receipt makes a dense code, of which a small picture would lose the finer lines.
const CAMERA = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } }

/** Who is told what the camera saw, and what went wrong. */
export type Watcher = { onText: (text: string) => unknown; onTrouble: (error: unknown) => unknown }

/** Shows the camera in a video and hands over the text of every code that it sees, until it is stopped or taken away. */
export async function watchCodes(video: HTMLVideoElement, { onText, onTrouble }: Watcher): Promise<() => void> {
  if (navigator.mediaDevices === undefined) throw new DOMException('the page is not secure', 'SecurityError')
  const stream = await navigator.mediaDevices.getUserMedia({ video: CAMERA })
  video.srcObject = stream
  const look = () => {
    const text = video.videoWidth > 0 ? textIn(video, { width: video.videoWidth, height: video.videoHeight }) : null
    if (text !== null) onText(text)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const stop = () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  for (const track of stream.getTracks()) {
    // Never after stop(): only what others do to the camera ends a track by itself.
    track.addEventListener('ended', () => {
      stop()
      onTrouble(new DOMException('the camera has gone', 'CameraGone'))
    })
  }
  return video.play().then(
    () => stop,
    (error: unknown) => {
      stop()
      throw error
    },
  )
}

/** The text of the code in a picture, or null where none can be read. */
export async function textInPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  return picture && textIn(picture, picture)
}

type Size = { width: number; height: number }

function textIn(picture: CanvasImageSource, size: Size): string | null {
  const scale = Math.min(1, MAX_SIDE / Math.max(size.width, size.height))
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  const surface = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!surface) return null
  surface.drawImage(picture, 0, 0, width, height)
  try {
    return decodeQR({ width, height, data: surface.getImageData(0, 0, width, height).data })
  } catch {
    // What it throws says that there is no code, or half of one.
    return null
  }
}
