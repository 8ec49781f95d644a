/** Unit quaternion w, x, y, z that turns body coordinates into world coordinates (z up). */
export type Attitude = readonly [number, number, number, number]

/** Three series, one for each axis. */
export type Vectors = readonly [Float64Array, Float64Array, Float64Array]

/**
 * Motion of a body, sampled evenly: acceleration in world coordinates (m/s²), turning rate in body coordinates (rad/s).
 */
export type BodyMotion = { acceleration: Vectors; turning: Vectors; start: Attitude; rateHz: number }

export const STANDARD_GRAVITY = 9.80665

/**
 * Integrates the turning rates of a body to its attitude at each sample. Each step rotates by the mean of the rates at
 * its ends.
 */
export function computeAttitudes({ turning: [x, y, z], start, rateHz }: BodyMotion): Attitude[] {
  const out: Attitude[] = []
  let now = start
  for (let i = 0; i < x.length; i++) {
    if (i > 0) now = turnBy(now, [mean(x, i), mean(y, i), mean(z, i)], 1 / rateHz)
    out.push(now)
  }
  return out
}

function mean(x: Float64Array, i: number): number {
  return (x[i - 1] + x[i]) / 2
}

/** Returns the readings of an ideal accelerometer on the moving body, with gravity, in body coordinates: R⁻¹(a + g). */
export function computeAccelerometerReadings(motion: BodyMotion, gravity = STANDARD_GRAVITY): Vectors {
  const [x, y, z] = motion.acceleration
  const out: Vectors = [new Float64Array(x.length), new Float64Array(x.length), new Float64Array(x.length)]
  computeAttitudes(motion).forEach((attitude, i) => {
    const felt = toBody(attitude, [x[i], y[i], z[i] + gravity])
    for (let axis = 0; axis < 3; axis++) out[axis][i] = felt[axis]
  })
  return out
}

/**
 * Returns the attitude after rotating at a constant rate for a number of seconds. The rate is in rad/s about the body's
 * axes.
 */
export function turnBy(attitude: Attitude, [x, y, z]: readonly number[], seconds: number): Attitude {
  const rate = Math.hypot(x, y, z)
  const half = (rate * seconds) / 2
  const share = rate > 0 ? Math.sin(half) / rate : 0
  return multiplyAttitudes(attitude, [Math.cos(half), x * share, y * share, z * share])
}

/** Returns Hamilton's product of two quaternions: the rotation by b, followed by the rotation by a. */
export function multiplyAttitudes(a: Attitude, b: Attitude): Attitude {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ]
}

/** Converts a vector from world to body coordinates. */
export function toBody([w, x, y, z]: Attitude, v: readonly number[]): [number, number, number] {
  return rotateVector([w, -x, -y, -z], v)
}

/** Converts a vector from body to world coordinates. */
export function rotateVector([w, x, y, z]: Attitude, [a, b, c]: readonly number[]): [number, number, number] {
  const [s, t, u] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
  return [a + w * s + y * u - z * t, b + w * t + z * s - x * u, c + w * u + x * t - y * s]
}

/** Returns the rotation by `angle` (rad) about an axis, which must be a unit vector. */
export function turnAbout([x, y, z]: readonly number[], angle: number): Attitude {
  const sin = Math.sin(angle / 2)
  return [Math.cos(angle / 2), x * sin, y * sin, z * sin]
}
