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

/** Converts a rejection of getUserMedia to a ScanError that tells the person what to do. */
export function createRefusedError(cause: unknown): ScanError {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  const refusal = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  return createCameraError(refusal ?? IN_USE, cause)
}

/** Creates the error for a page that isn't secure: browsers hide their cameras from it. */
export function createHiddenError(): ScanError {
  return createCameraError({
    message: 'this page cannot see any camera',
    next: 'give_up',
    advice: 'Open this page over https in a current browser, or scan without the camera.',
  })
}

/** Creates the error for a camera that stopped during the scan. */
export function createLostError(message: string): ScanError {
  return createCameraError({
    message,
    next: 'retry',
    advice: 'Leave the camera on and this page in front, and start again, or scan without the camera.',
  })
}

/** Creates the error for a model that didn't load or failed on a picture. */
export function createModelError(message: string, cause?: unknown): ScanError {
  return createCameraError(
    { message, next: 'retry', advice: 'Check the connection and start again, or scan without the camera.' },
    cause,
  )
}

function createCameraError({ message, ...details }: Refusal, cause?: unknown): ScanError {
  return new ScanError('camera_failed', message, { ...details, cause })
}
