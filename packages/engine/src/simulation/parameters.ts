import { simulation as learned } from '../model/index.ts'
import type { Detector } from '../presence/detectors.ts'

/** What tells people from kinds of simulated hands, learned by lab/training/simulation.ts: 0 at the line, less the more like one. */
export const SIMULATIONS: readonly Detector[] = learned
