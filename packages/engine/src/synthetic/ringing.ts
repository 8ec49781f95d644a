import { normal, type Random } from '../random.ts'
import type { Velocity } from './velocity.ts'

/** A shock: when, how hard (m/s²), in which direction, and how the person's body passes it on to the axes. */
export type Shock = { startS: number; force: number; along: readonly number[]; shape: readonly number[] }

/** How much of a shock is felt along the axes (m/s² for m/s²) and about them (rad/s² for m/s²). */
const PASSED_ON = [0.35, 0.6, 1, 14, 11, 11]

/** Soft tissue rings after a shock at 6 to 15 Hz and comes to rest within a tenth of a second, along and about all axes. */
export function addRinging(
  { axes, rateHz, n }: Velocity,
  { startS, force, along, shape }: Shock,
  random: Random,
): void {
  const omega = 2 * Math.PI * (6 + 9 * random())
  const fadeS = 0.025 + 0.025 * random()
  const shares = PASSED_ON.map(
    (size, axis) => size * (0.6 * shape[8 + axis] + 0.5 * normal(random) + (along[axis] ?? 0)),
  )
  const from = Math.max(0, Math.ceil(startS * rateHz))
  for (let i = from; i < Math.min(n, from + 8 * fadeS * rateHz); i++) {
    const s = i / rateHz - startS
    const ring = (force / omega) * Math.exp(-s / fadeS) * Math.sin(omega * s)
    for (let axis = 0; axis < 6; axis++) axes[axis][i] += shares[axis] * ring
  }
}
