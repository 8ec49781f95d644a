import { provideCameraTracker } from '../capture/camera-tracker.ts'
import { createHandTracker } from './tracker.ts'

// `camera: true` works from the moment that this module is imported.
provideCameraTracker(createHandTracker)

export { createHandTracker }
