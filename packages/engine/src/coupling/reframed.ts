import { bandPass, smoothLocally } from '../math/local-regression.ts'
import { GRID_HZ } from '../timeline.ts'
import { MAIN, velocity } from './bands.ts'
import type { Start } from './elastic.ts'
import { bestFit, type Fit, predict } from './fit.ts'
import { type FrameTimes, frameTimes } from './frame-times.ts'
import { energy } from './series.ts'
import type { Window } from './streams.ts'

/** The camera's velocity when its frames get their own times, unfiltered and in the main band. */
export type Reframed = { fit: Fit; found: FrameTimes; raw: Float64Array[]; camera: Float64Array[] }

const ROUNDS = 2

/** Alternates between the best times of the frames for a fit and the best fit for those times: lost frames are found again. */
export function fitFrameTimes(
  { n, frames }: Window,
  { base, camera, raw, start }: Start & { raw: Float64Array[] },
): Reframed {
  const stepEnergy = energy(camera) / GRID_HZ ** 2
  let fit = start
  let velocities = raw
  let warped: Float64Array[] = []
  let found: FrameTimes | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const trend = smoothLocally(velocities, MAIN.coarse)
    const path = predict(base, fit)
      .slice(0, frames.columns.length)
      .map((v, c) => integrate(v, trend[c]))
    found = frameTimes(frames, { path, stepEnergy })
    velocities = velocity(frames.columns, found.times, n)
    warped = bandPass(velocities, MAIN)
    fit = bestFit(base, warped, 0)
  }
  return { fit, found: found as FrameTimes, raw: velocities, camera: warped }
}

function integrate(v: Float64Array, trend: Float64Array): Float64Array {
  let total = 0
  return v.map((value, i) => (total += (value + trend[i]) / GRID_HZ))
}
