/** One of the numbers of the simulated hand: a guess from textbooks, and whether a robot has little of it. */
type HandNumber = { guess: number; robot?: number }

/** Sizes in m, s, Hz, m/s², rad, rad/s; shares without a unit. A robot has a tenth of what only hands have. */
const TENTH = 0.1

export const HAND_NUMBERS = {
  reactionS: { guess: 0.3 },
  reactionSpread: { guess: 0.12 },
  strokeS: { guess: 0.62 },
  strokeSpread: { guess: 0.08 },
  reachM: { guess: 0.17 },
  reachSpread: { guess: 0.08 },
  /** The fraction of its duration at which a stroke is fastest. */
  peakAt: { guess: 0.42 },
  missedAngle: { guess: 0.06 },
  forwardShare: { guess: 0.07 },
  /** The arm is a mass on a spring that follows the plan. */
  armHz: { guess: 5 },
  armDamping: { guess: 0.6 },
  /** Radians of the wrist for each meter that the hand is away from its plan's start: yaw, pitch and roll by right and up. */
  yawByRight: { guess: 1.6 },
  pitchByRight: { guess: 0.4 },
  rollByRight: { guess: 0.9 },
  yawByUp: { guess: 0.4 },
  pitchByUp: { guess: 1.6 },
  rollByUp: { guess: 0.3 },
  wristHz: { guess: 4 },
  wristDamping: { guess: 0.7 },
  tremorHz: { guess: 7.5 },
  tremorDamping: { guess: 0.12 },
  tremorPush: { guess: 0.12, robot: TENTH },
  tremorTurn: { guess: 0.03, robot: TENTH },
  upperTremor: { guess: 0.3, robot: TENTH },
  /** Noise of the muscles as a share of the acceleration they make, and of the turning it brings about. */
  effortPush: { guess: 0.12, robot: TENTH },
  effortHz: { guess: 12 },
  effortTurn: { guess: 1.2, robot: TENTH },
  volleys: { guess: 0.8, robot: TENTH },
  swayPush: { guess: 0.06, robot: TENTH },
  swayTurn: { guess: 0.04, robot: TENTH },
  leverM: { guess: 0.1, robot: TENTH },
  pitch: { guess: 0.75 },
  noise: { guess: 0.02, robot: TENTH },
  turnNoise: { guess: 0.002, robot: TENTH },
} as const satisfies Record<string, HandNumber>

export type Hand = Record<keyof typeof HAND_NUMBERS, number>

const NAMES = Object.keys(HAND_NUMBERS) as (keyof Hand)[]
const read = (name: keyof Hand): HandNumber => HAND_NUMBERS[name]

/** The hand at these logarithms of shares of the guesses; all zero is the guess. */
export function toHand(logs: readonly number[]): Hand {
  const entries = NAMES.map((name, i) => [name, read(name).guess * Math.exp(Math.max(-5, Math.min(3, logs[i] ?? 0)))])
  return Object.fromEntries(entries) as Hand
}

/** The start of a search that knows the shape of a hand but not its noise levels. */
export const ROBOT_LOGS: readonly number[] = NAMES.map((name) => Math.log(read(name).robot ?? 1))
