import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { findPopulation } from '../../packages/engine/src/presence/model.ts'
import { selectPresenceMotion, splitWindows } from '../../packages/engine/src/presence/motion-windows.ts'
import { MIN_CAPTURE_MS, scaleWindow } from '../../packages/engine/src/presence/score.ts'

/** Scaled features of a window; whose it is, and in which setting or by which simulation it was made. */
export type SimulationWindow = { u: Float64Array; family: string; person: string }

/** The windows of a capture as the engine cuts and scales them; none of too little motion. */
export function measureWindows(
  imu: readonly ImuSample[],
  origin: Pick<SimulationWindow, 'family' | 'person'>,
): SimulationWindow[] {
  const motion = selectPresenceMotion(readImu(imu), MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return []
  return splitWindows(motion).map((window) => ({ u: scaleWindow(window, findPopulation(window.n)), ...origin }))
}
