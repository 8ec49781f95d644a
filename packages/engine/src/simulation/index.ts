import { type Capture, type ImuStream, readCapture, readImu } from '../capture.ts'
import { simulation as learned } from '../model/index.ts'
import { type Detector, detectorAnswers, populationFor } from '../presence/model.ts'
import { type MotionWindow, presenceMotion, windowsOfMotion } from '../presence/motion-windows.ts'
import { MIN_CAPTURE_MS, onEvenClock, scaleWindow } from '../presence/score.ts'

/**
 * Whether motion is more like that of simulated hands than like people's. Who knows this code can look for a simulation that it
 * takes for a person; docs/internals/injections.md says what that costs. Of too little motion, or without a gyroscope, it is false.
 */
export function isSimulated(capture: Capture): boolean {
  const margin = measureSimulation(capture)
  return margin !== null && margin < 0
}

/** How far motion is on the side of people: less than 0 is a simulation, null is too little to tell. Never throws. */
export function measureSimulation(capture: Capture): number | null {
  const { imu } = readCapture(capture)
  const given = measureStream(imu)
  const even = given === null ? null : onEvenClock(imu.given)
  return even === null ? given : lower(given, measureStream(readImu(even)))
}

/** As with presence: whoever moves single times about gains nothing if both clocks must convince. */
function lower(one: number | null, other: number | null): number | null {
  return one === null || other === null ? one : Math.min(one, other)
}

function measureStream(imu: ImuStream): number | null {
  const motion = presenceMotion(imu, MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return null
  const windows = windowsOfMotion(motion).map(askDetectors)
  const means = SIMULATIONS.map((_, k) => windows.reduce((sum, answers) => sum + answers[k], 0) / windows.length)
  return Math.min(...means)
}

function askDetectors(window: MotionWindow): number[] {
  return detectorAnswers(scaleWindow(window, populationFor(window.n)), SIMULATIONS)
}

/** What tells people from kinds of simulated hands, learned by lab/training/simulation.ts: 0 at the line, less the more like one. */
const SIMULATIONS: readonly Detector[] = learned
