import { angleOf, type Direction } from './challenge.ts'

/** How far from where it began the hand is asked to go, in strokes: past this, the arm would have to stretch. */
const REACH = 1.9

/**
 * Whether the hand stays within reach though each stroke begins where the one before ended. Of the 20,160 orders of six different
 * directions 14,688 do, and some of every six.
 */
export function staysWithinReach(directions: readonly Direction[]): boolean {
  let [right, up] = [0, 0]
  return directions.every((direction) => {
    right += Math.cos(angleOf(direction))
    up += Math.sin(angleOf(direction))
    return Math.hypot(right, up) <= REACH
  })
}
