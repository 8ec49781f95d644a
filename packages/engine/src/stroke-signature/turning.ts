import { GRID_HZ } from '../timeline.ts'

const SMALL_ANGLE = 1e-9

/**
 * Acceleration and rotation (six channels, one after the other) turned back into the axes that the sensor had at the first
 * sample, as far as its gyroscope tells: what the hand turns does not mix with how it moves.
 */
export function turnToStart(channels: Float64Array, n: number): Float64Array {
  const out = new Float64Array(6 * n)
  const attitude = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  for (let i = 0; i < n; i++) {
    if (i > 0)
      turn(attitude, meanAngle(channels, 3 * n + i), meanAngle(channels, 4 * n + i), meanAngle(channels, 5 * n + i))
    for (let row = 0; row < 3; row++) {
      const [a, b, c] = [attitude[3 * row], attitude[3 * row + 1], attitude[3 * row + 2]]
      out[row * n + i] = a * channels[i] + b * channels[n + i] + c * channels[2 * n + i]
      out[(3 + row) * n + i] = a * channels[3 * n + i] + b * channels[4 * n + i] + c * channels[5 * n + i]
    }
  }
  return out
}

/** The angle turned between a sample and the one before. */
function meanAngle(rates: Float64Array, at: number): number {
  return (rates[at - 1] + rates[at]) / (2 * GRID_HZ)
}

/** Turns the attitude further about its own axes by this vector of angles (Rodrigues 1840). */
function turn(attitude: Float64Array, x: number, y: number, z: number): void {
  const angle = Math.sqrt(x * x + y * y + z * z)
  const sine = angle < SMALL_ANGLE ? 1 : Math.sin(angle) / angle
  const cosine = angle < SMALL_ANGLE ? 0.5 : (1 - Math.cos(angle)) / (angle * angle)
  for (let row = 0; row < 9; row += 3) {
    const [a, b, c] = [attitude[row], attitude[row + 1], attitude[row + 2]]
    const along = a * x + b * y + c * z
    const square = x * x + y * y + z * z
    attitude[row] = a + sine * (b * z - c * y) + cosine * (along * x - a * square)
    attitude[row + 1] = b + sine * (c * x - a * z) + cosine * (along * y - b * square)
    attitude[row + 2] = c + sine * (a * y - b * x) + cosine * (along * z - c * square)
  }
}
