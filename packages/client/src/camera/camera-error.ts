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

/** What a refusal of getUserMedia means for the person. */
export function makeRefusedError(cause: unknown): ScanError {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  const refusal = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  return cameraError(refusal ?? IN_USE, cause)
}

/** The browser shows its cameras to secure pages only. */
export function makeHiddenError(): ScanError {
  return cameraError({
    message: 'this page cannot see any camera',
    next: 'give_up',
    advice: 'Open this page over https in a current browser, or scan without the camera.',
  })
}

/** The camera worked, and then it did not. */
export function makeLostError(message: string): ScanError {
  return cameraError({
    message,
    next: 'retry',
    advice: 'Leave the camera on and this page in front, and start again, or scan without the camera.',
  })
}

/** The model did not load, or failed on a picture. */
export function makeModelError(message: string, cause?: unknown): ScanError {
  return cameraError(
    { message, next: 'retry', advice: 'Check the connection and start again, or scan without the camera.' },
    cause,
  )
}

function cameraError({ message, ...details }: Refusal, cause?: unknown): ScanError {
  return new ScanError('camera_failed', message, { ...details, cause })
}
