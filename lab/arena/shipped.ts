import type { Injection } from './harness/generator.ts'
import * as kitWithoutMark from './injections/kit-without-mark.ts'
import * as kit from './injections/kit.ts'
import * as optimizer from './injections/optimizer.ts'
import * as robot from './injections/robot.ts'
import * as simulatedHand from './injections/simulated-hand.ts'
import * as spliced from './injections/spliced.ts'

/** Every file of the folder of injections, in the order of the table. */
export const SHIPPED_INJECTIONS: readonly Injection[] = [kit, kitWithoutMark, robot, spliced, simulatedHand, optimizer]
