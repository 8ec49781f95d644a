import { ANALOGUE_FAMILIES } from './analogues.ts'
import { AUTOREGRESSIVE_FAMILIES } from './autoregressive.ts'
import { CROSSING_FAMILIES } from './crossings.ts'
import type { AttackFamily } from './family.ts'
import { GAIT_FAMILIES } from './gait.ts'
import { NOISE_FAMILIES } from './noise.ts'
import { PIECE_FAMILIES } from './pieces.ts'
import { REACH_FAMILIES } from './reaches.ts'
import { REPLAY_FAMILIES } from './replays.ts'
import { RIGID_FAMILIES } from './rigid.ts'
import { SURROGATE_FAMILIES } from './surrogates.ts'
import { withClockTricks } from './timestamps.ts'
import { WAVE_FAMILIES } from './waves.ts'

export type { AttackFamily } from './family.ts'

const PLAIN: readonly AttackFamily[] = [
  ...NOISE_FAMILIES,
  ...WAVE_FAMILIES,
  ...GAIT_FAMILIES,
  ...REACH_FAMILIES,
  ...SURROGATE_FAMILIES,
  ...AUTOREGRESSIVE_FAMILIES,
  ...ANALOGUE_FAMILIES,
  ...CROSSING_FAMILIES,
  ...PIECE_FAMILIES,
  ...RIGID_FAMILIES,
  ...REPLAY_FAMILIES,
]
const TRICKED = ['white-noise', 'sine', 'minimum-jerk-jitter', 'phase-randomised', 'replay-exact']

/** Every way of forging motion that this project knows; pure and seeded. */
export const ATTACK_FAMILIES: readonly AttackFamily[] = [
  ...PLAIN,
  ...PLAIN.filter(({ name }) => TRICKED.includes(name)).map(withClockTricks),
]

/** The family of this name, or undefined. */
export function attackFamily(name: string): AttackFamily | undefined {
  return ATTACK_FAMILIES.find((family) => family.name === name)
}
