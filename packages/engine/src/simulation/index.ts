import { type Capture, type ImuStream, readCapture, readImu } from '../capture.ts'
import { simulation as learned } from '../model/index.ts'
import { type Detector, computeDetectorAnswers, findPopulation } from '../presence/model.ts'
import { type MotionWindow, selectPresenceMotion, splitWindows } from '../presence/motion-windows.ts'
import { MIN_CAPTURE_MS, toEvenClock, scaleWindow } from '../presence/score.ts'

/**
 * Returns whether the motion of a capture resembles simulated hands more than people. False for too little motion or
 * without a gyroscope. An attacker who knows this code can search for a simulation that passes;
 * docs/internals/injections.md says what that costs.
 */
export function isSimulated(capture: Capture): boolean {
  const margin = measureSimulation(capture)
  return margin !== null && margin < 0
}

/**
 * Returns how much the motion of a capture resembles people rather than simulated hands: negative for a simulation,
 * higher values look more human. Null for too little motion or without a gyroscope. Never throws.
 */
export function measureSimulation(capture: Capture): number | null {
  const { imu } = readCapture(capture)
  const given = measureStream(imu)
  const even = given === null ? null : toEvenClock(imu.given)
  return even === null ? given : selectLower(given, measureStream(readImu(even)))
}

/** Both clocks must convince, so moving single timestamps gains nothing (as for presence). */
function selectLower(one: number | null, other: number | null): number | null {
  return one === null || other === null ? one : Math.min(one, other)
}

function measureStream(imu: ImuStream): number | null {
  const motion = selectPresenceMotion(imu, MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return null
  const windows = splitWindows(motion).map(computeWindowAnswers)
  const means = SIMULATIONS.map((_, k) => windows.reduce((sum, answers) => sum + answers[k], 0) / windows.length)
  return Math.min(...means)
}

function computeWindowAnswers(window: MotionWindow): number[] {
  return computeDetectorAnswers(scaleWindow(window, findPopulation(window.n)), SIMULATIONS)
}

/**
 * Detectors that tell people from kinds of simulated hands, learned by lab/training/simulation.ts. Negative values mean
 * a simulation.
 */
const SIMULATIONS: readonly Detector[] = learned
