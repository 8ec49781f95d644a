import './provide.ts'

export type { CameraSighting, CameraTracker } from '../capture/camera-tracker.ts'
export type { TrackerOptions } from './eyes.ts'
export { openCamera } from './open-camera.ts'
export { bodyJointsOf } from './sightings.ts'
export { createBodyTracker, createHandTracker, type VideoTracker } from './tracker.ts'
