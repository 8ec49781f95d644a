import { makeHiddenError, makeRefusedError } from './camera-error.ts'

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

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
