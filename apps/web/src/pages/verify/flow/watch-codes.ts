// As often as a hand can hold still; more would only warm the phone.
const LOOK_MS = 150
// Wide enough for a code of ninety signs across half the picture.
const MOST_PIXELS = 720

/** Starts the camera in this video and tells each code that it sees, until stopped. Rejects where there is no camera to use. */
export async function watchCodes(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const [{ decodeQR }, stream] = await Promise.all([
    // Most people paste or drop.
    import('qr/decode.js'),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
  ])
  video.srcObject = stream
  await video.play()
  const look = () => {
    const text = readCode(video, decodeQR)
    if (text !== null) onCode(text)
  }
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
  }
}

type Decode = (image: { width: number; height: number; data: Uint8ClampedArray }) => string

function readCode(video: HTMLVideoElement, decode: Decode): string | null {
  const scale = Math.min(1, MOST_PIXELS / Math.max(video.videoWidth, video.videoHeight))
  const [width, height] = [Math.floor(video.videoWidth * scale), Math.floor(video.videoHeight * scale)]
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
  const context = canvas.getContext('2d')
  if (!context || width === 0) return null
  context.drawImage(video, 0, 0, width, height)
  try {
    return decode({ width, height, data: context.getImageData(0, 0, width, height).data })
  } catch {
    // No code in this picture.
    return null
  }
}
