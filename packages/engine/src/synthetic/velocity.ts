import { normal, type Random } from '../random.ts'

/** A shock: its time, its force (m/s²), its direction, and how the person's body passes it on to the axes. */
type Shock = { startS: number; force: number; along: readonly number[]; shape: readonly number[] }

/** How much of a shock is transmitted along the axes (m/s² per m/s²) and about them (rad/s² per m/s²). */
const PASSED_ON = [0.35, 0.6, 1, 14, 11, 11]

/**
 * Adds the ringing of soft tissue after a shock to all axes of the velocity, in place: 6 to 15 Hz, fading with a time
 * constant of 25 to 50 ms.
 */
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

/**
 * Velocity of a body over time, sampled evenly: three axes of translation (m/s, world: right, forward, up), three of
 * rotation (rad/s, about the same axes of the hand). Movements are added as velocities, because velocities have no
 * jumps.
 */
export type Velocity = { n: number; rateHz: number; axes: Float64Array[] }

/** Returns a velocity of n values at `rateHz` a second that is zero on all six axes. */
export function createStillness(n: number, rateHz: number): Velocity {
  return { n, rateHz, axes: Array.from({ length: 6 }, () => new Float64Array(n)) }
}

/** Adds another velocity of the same length to this one, in place. */
export function addVelocity({ axes }: Velocity, other: Velocity): void {
  axes.forEach((axis, k) => {
    const more = other.axes[k]
    for (let i = 0; i < axis.length; i++) axis[i] += more[i]
  })
}

/** A movement with a log-normal speed profile (Plamondon 1995): `change` is how far each axis goes. */
type Submovement = { startS: number; durationS: number; skew: number; change: readonly number[] }

/** Adds one movement to the velocity, in place, from `startS` on; nearly all of it happens within `durationS`. */
export function addSubmovement({ n, rateHz, axes }: Velocity, { startS, durationS, skew, change }: Submovement): void {
  // At two standard deviations of the logarithm 98 % of the way is done.
  const mu = Math.log(durationS) - 2 * skew
  const last = Math.min(n, Math.ceil((startS + 3 * durationS) * rateHz))
  for (let i = Math.max(0, Math.floor(startS * rateHz) + 1); i < last; i++) {
    const s = i / rateHz - startS
    const speed = Math.exp(-(((Math.log(s) - mu) / skew) ** 2) / 2) / (s * skew * Math.sqrt(2 * Math.PI))
    for (let axis = 0; axis < change.length; axis++) axes[axis][i] += change[axis] * speed
  }
}

/** A band of frequencies, with the steady swing at its middle: noises of one band share it. */
type Band = { width: number; cos: Float64Array; sin: Float64Array }

/**
 * Returns a frequency band around `hz`, about `width` Hz wide, from which `drawBandNoise` draws noise as long as this
 * velocity.
 */
export function computeBand({ n, rateHz }: Velocity, { hz, width }: { hz: number; width: number }): Band {
  const band = { width, cos: new Float64Array(n), sin: new Float64Array(n) }
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * hz * i) / rateHz
    band.cos[i] = Math.cos(angle)
    band.sin[i] = Math.sin(angle)
  }
  return band
}

/** Draws random noise in a frequency band, with varying amplitude and a mean power of 1, as long as the velocity. */
export function drawBandNoise(velocity: Velocity, { width, cos, sin }: Band, random: Random): Float64Array {
  const [inPhase, across] = [drawWandering(velocity, width / 2, random), drawWandering(velocity, width / 2, random)]
  for (let i = 0; i < inPhase.length; i++) inPhase[i] = inPhase[i] * cos[i] + across[i] * sin[i]
  return inPhase
}

/**
 * Draws slow random noise with a mean power of 1, as long as the velocity: white noise through two equal low-pass
 * stages at `hz`.
 */
export function drawWandering({ n, rateHz }: Velocity, hz: number, random: Random): Float64Array {
  const pull = Math.exp((-2 * Math.PI * hz) / rateHz)
  // Even numbers have a power of 1/12, and many of them together are as good as normal ones. Two equal stages
  // leave (1-p)(1+p²) / (1+p)³ of it.
  const power = ((1 - pull) * (1 + pull * pull)) / (1 + pull) ** 3 / 12
  const gain = 1 / Math.sqrt(power)
  const settle = Math.ceil(rateHz / hz)
  const out = new Float64Array(n)
  let a = 0
  let b = 0
  for (let i = -settle; i < n; i++) {
    a = pull * a + (1 - pull) * (random() - 0.5)
    b = pull * b + (1 - pull) * a
    if (i >= 0) out[i] = gain * b
  }
  return out
}

/**
 * Returns the size of the acceleration over time, smoothed with a time constant of 60 ms. `first` is the index of the
 * first of the three axes: 0 for translation, 3 for rotation.
 */
export function measureEffort({ n, rateHz, axes }: Velocity, first: number): Float64Array {
  const keep = Math.exp(-1 / (0.06 * rateHz))
  const out = new Float64Array(n)
  const [x, y, z] = axes.slice(first, first + 3)
  let level = 0
  for (let i = 1; i < n; i++) {
    const change = rateHz * Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1], z[i] - z[i - 1])
    level = keep * level + (1 - keep) * change
    out[i] = level
  }
  return out
}
