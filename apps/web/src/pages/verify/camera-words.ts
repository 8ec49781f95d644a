/** What to tell a person about a camera that shows nothing. */
export type CameraWords = { title: string; advice: string }

const OTHERWISE = 'paste the receipt, or choose its file or a picture of its code.'

/** Words for what went wrong, by the name of what was thrown. */
export function cameraWords(error: unknown): CameraWords {
  const { name }: { name?: unknown } = Object(error)
  return WORDS[String(name)] ?? { title: 'The camera did not start.', advice: `Try again, or ${OTHERWISE}` }
}

const WORDS: Readonly<Record<string, CameraWords>> = {
  NotAllowedError: {
    title: 'The browser keeps the camera from this page.',
    advice: `Allow the camera for this page in the browser’s settings and try again, or ${OTHERWISE}`,
  },
  NotFoundError: { title: 'There is no camera here.', advice: `You can ${OTHERWISE}` },
  NotReadableError: {
    title: 'Something else uses the camera.',
    advice: `Close the other program and try again, or ${OTHERWISE}`,
  },
  CameraGone: {
    title: 'The camera was taken away.',
    advice: `Plug it in or allow it again and open this once more, or ${OTHERWISE}`,
  },
  SecurityError: { title: 'Cameras work only on secure pages.', advice: `Open this page over https, or ${OTHERWISE}` },
  ScannerMissing: {
    title: 'The reader of codes could not be loaded.',
    advice: `You may be offline. Try again later, or ${OTHERWISE}`,
  },
}
