import type { Injection } from './harness/generator.ts'
import * as kitWithoutMark from './injections/kit-without-mark.ts'
import * as kit from './injections/kit.ts'
import * as learnedStrokes from './injections/learned-strokes.ts'
import * as lognormalHand from './injections/left-out/lognormal-hand.ts'
import * as twoJointArm from './injections/left-out/two-joint-arm.ts'
import * as optimizer from './injections/optimizer.ts'
import * as relayedScan from './injections/relayed-scan.ts'
import * as robot from './injections/robot.ts'
import * as sensorOverride from './injections/sensor-override.ts'
import * as simulatedHand from './injections/simulated-hand.ts'
import * as spliced from './injections/spliced.ts'

/** Every file of the folder of injections, in the order of the table. */
export const SHIPPED_INJECTIONS: readonly Injection[] = [
  kit,
  kitWithoutMark,
  relayedScan,
  robot,
  spliced,
  learnedStrokes,
  simulatedHand,
  sensorOverride,
  optimizer,
  twoJointArm,
  lognormalHand,
]
