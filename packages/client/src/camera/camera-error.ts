import { ScanError, type ScanErrorDetails } from '../capture/scan-error.ts'

type Refusal = { message: string } & Required<Pick<ScanErrorDetails, 'next' | 'advice'>>

const NO_CAMERA: Refusal = {
  message: 'there is no camera',
  next: 'give_up',
  advice: 'Connect a camera and start again, or scan without the camera.',
}
const NOT_ALLOWED: Refusal = {
  message: 'the camera was not allowed',
  next: 'give_up',
  advice: 'Allow the camera for this site in the settings of the browser, or scan without the camera.',
}
const IN_USE: Refusal = {
  message: 'the camera gives no picture',
  next: 'retry',
  advice: 'Close other programs that use the camera and start again, or scan without the camera.',
}

// The names of Media Capture and Streams, section 10.2.
const BY_NAME: Readonly<Record<string, Refusal>> = {
  NotAllowedError: NOT_ALLOWED,
  SecurityError: NOT_ALLOWED,
  NotFoundError: NO_CAMERA,
  OverconstrainedError: NO_CAMERA,
  NotReadableError: IN_USE,
  AbortError: IN_USE,
}

/**
 * Converts the rejection of getUserMedia or of a video's `play` to a ScanError of kind `camera_failed`, with advice for the person. An unknown cause
 * counts as a camera in use.
 */
export function createRefusedError(cause: unknown): ScanError {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  const refusal = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  return createCameraError(refusal ?? IN_USE, cause)
}

/** Returns the ScanError for a page without `navigator.mediaDevices`: browsers hide the camera from pages that aren't served over https. */
export function createHiddenError(): ScanError {
  return createCameraError({
    message: 'this page cannot see any camera',
    next: 'give_up',
    advice: 'Open this page over https in a current browser, or scan without the camera.',
  })
}

/** Returns the ScanError (kind `camera_failed`) for a camera that stopped during the scan. `message` says how it stopped. */
export function createLostError(message: string): ScanError {
  return createCameraError({
    message,
    next: 'retry',
    advice: 'Leave the camera on and this page in front, and start again, or scan without the camera.',
  })
}

/** Returns the ScanError (kind `camera_failed`) for a tracking model that didn't load or couldn't process a picture. */
export function createModelError(message: string, cause?: unknown): ScanError {
  return createCameraError(
    { message, next: 'retry', advice: 'Check the connection and start again, or scan without the camera.' },
    cause,
  )
}

function createCameraError({ message, ...details }: Refusal, cause?: unknown): ScanError {
  return new ScanError('camera_failed', message, { ...details, cause })
}
