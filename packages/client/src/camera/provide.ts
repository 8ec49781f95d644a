import { provideCameraTracker } from '../capture/camera-tracker.ts'
import { createHandTracker } from './tracker.ts'

provideCameraTracker(createHandTracker)
