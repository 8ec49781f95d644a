import { provideCameraTracker } from '../capture/motion-source.ts'
import { createHandTracker } from './tracker.ts'

// `camera: true` works from the moment that this module is imported.
provideCameraTracker(createHandTracker)

export { createHandTracker }
