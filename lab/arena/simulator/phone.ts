import type { ImuSample } from '../../../packages/engine/src/index.ts'
import { computeAccelerometerReadings, type BodyMotion } from '../../../packages/engine/src/synthetic/rigid-body.ts'

const DEGREES = 180 / Math.PI

/** How far the sensor lies from where the phone turns (m, along its axes), and what it makes of a true value (m/s², rad/s). */
export type Phone = { lever: readonly number[]; distort: (value: number, channel: number) => number }

/** What a phone on a moving body reads: so many fine moments make a sample, rounded as browsers do. */
export function readPhone(motion: BodyMotion, every: number, { lever, distort }: Phone): ImuSample[] {
  const felt = computeAccelerometerReadings(motion)
  const { turning, rateHz } = motion
  const samples: ImuSample[] = []
  for (let i = every; i < felt[0].length; i += every) {
    const values = [0, 0, 0, 0, 0, 0]
    for (let k = i - every + 1; k <= i; k++) {
      const rate = turning.map((axis) => axis[k])
      const bend = turning.map((axis) => (axis[k] - axis[k - 1]) * rateHz)
      const pulled = addVectors(cross(bend, lever), cross(rate, cross(rate, lever)))
      for (let c = 0; c < 3; c++) values[c] += (felt[c][k] + pulled[c]) / every
      for (let c = 0; c < 3; c++) values[3 + c] += rate[c] / every
    }
    const [ax, ay, az, rx, ry, rz] = values.map((value, c) => {
      const measured = distort(value, c) * (c < 3 ? 1 : DEGREES)
      return Math.round(10 * measured) / 10
    })
    samples.push({ t: (1000 * (i - every)) / rateHz, ax, ay, az, rx, ry, rz })
  }
  return samples
}

function cross([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}

function addVectors(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => value + b[i])
}
