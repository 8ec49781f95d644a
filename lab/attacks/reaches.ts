import { integer, type Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween } from './draw.ts'
import { type AttackFamily, defineForgery } from './family.ts'
import { moments, plus, rescale, slope } from './series.ts'
import { dressShapes, type Window, withChannels } from './window.ts'

/** Motion made of planned movements, as robots and animators make them. */
export const REACH_FAMILIES: readonly AttackFamily[] = [
  defineForgery('minimum-jerk', 'minimum-jerk reaches on every axis, clean', (human, random) =>
    dressShapes(reaches(human, random, minimumJerk), human, random),
  ),
  defineForgery('minimum-jerk-jitter', 'minimum-jerk reaches with tremor and noise', (human, random) =>
    addJitter(reaches(human, random, minimumJerk), human, random),
  ),
  defineForgery('minjerk', 'minimum-jerk reaches on each axis for itself, noise and tremor of 3 %', plainReaches),
  defineForgery(
    'lognormal-reaches',
    'log-normal speed profiles on every axis, independent of each other',
    (human, random) => addJitter(reaches(human, random, logNormal), human, random),
  ),
  defineForgery('keypoint-spline', 'smooth curves through random keypoints on every axis', keypointSpline),
  defineForgery('linear-moves', 'straight ramps between random values, corners kept or rounded', ramps),
]

/** Speed of a movement at share u of its time, and the change of speed; both per unit of amplitude. */
type Profile = (u: number, skew: number) => { speed: number; force: number }

/** Flash and Hogan 1985. */
const minimumJerk: Profile = (u) => ({
  speed: 30 * u ** 2 * (1 - u) ** 2,
  force: 60 * u * (1 - u) * (1 - 2 * u),
})

/** Plamondon 1995; the skew widens the tail. */
const logNormal: Profile = (u, skew) => {
  const at = (x: number) => (x <= 0 ? 0 : Math.exp(-((Math.log(x * 2.5) / skew) ** 2) / 2) / x)
  return { speed: at(u), force: (at(u + 1e-4) - at(u - 1e-4)) / 2e-4 }
}

/** One setting of the above: what a quick forger writes down first. */
function plainReaches(human: Window, random: Random): Window {
  const shapes = human.channels.map((_, c) => {
    const out = new Float64Array(human.n)
    for (let from = 0; from < human.n;) {
      const length = between(random, 0.3, 1) * human.rateHz
      addReach(out, { from, length, skew: 0 }, { profile: minimumJerk, size: gaussian(random, 1)[0], asForce: c < 3 })
      from += length
    }
    return out
  })
  return trembling(shapes, human, { hz: between(random, 8, 12), tremor: 0.043, noise: 0.03 }, random)
}

/** Independent trains of movements: accelerometer axes show the force, gyroscope axes the speed. */
function reaches(human: Window, random: Random, profile: Profile): Float64Array[] {
  const meanS = logBetween(random, 0.25, 1.2)
  const together = happens(random, 0.4)
  const overlap = happens(random, 0.4) ? between(random, 0, 0.5) : 0
  const plan = () => movements(human, random, { meanS, overlap })
  const shared = plan()
  return human.channels.map((_, c) => {
    const out = new Float64Array(human.n)
    for (const { from, length, skew } of together ? shared : plan()) {
      addReach(out, { from, length, skew }, { profile, size: gaussian(random, 1)[0], asForce: c < 3 })
    }
    return out
  })
}

type Shown = { profile: Profile; size: number; asForce: boolean }

function addReach(out: Float64Array, { from, length, skew }: Movement, { profile, size, asForce }: Shown): void {
  for (let i = Math.max(0, Math.ceil(from)); i < Math.min(out.length, from + length); i++) {
    const { speed, force } = profile((i - from) / length, skew)
    out[i] += size * (asForce ? force / length ** 2 : speed / length)
  }
}

type Movement = { from: number; length: number; skew: number }

function movements(
  { n, rateHz }: Window,
  random: Random,
  { meanS, overlap }: { meanS: number; overlap: number },
): Movement[] {
  const list: Movement[] = []
  const pauses = happens(random, 0.4)
  for (let from = -random() * meanS * rateHz; from < n;) {
    const length = Math.max(4, meanS * rateHz * logBetween(random, 0.5, 2))
    list.push({ from, length, skew: between(random, 0.15, 0.5) })
    const pause = pauses && happens(random, 0.3) ? between(random, 0.1, 0.6) * rateHz : 0
    from += length * (1 - overlap) + pause
  }
  return list
}

function addJitter(shapes: readonly Float64Array[], human: Window, random: Random): Window {
  const tremor = happens(random, 0.7) ? logBetween(random, 0.01, 0.15) : 0
  return trembling(shapes, human, { hz: between(random, 7, 13), tremor, noise: logBetween(random, 0.01, 0.15) }, random)
}

type Trembling = { hz: number; tremor: number; noise: number }

/** The person's own mean and spread, a tremor near 10 Hz and white noise on top. */
function trembling(
  shapes: readonly Float64Array[],
  human: Window,
  { hz, tremor, noise }: Trembling,
  random: Random,
): Window {
  const channels = shapes.map((shape, c) => {
    const phase = 2 * Math.PI * random()
    const wave = shape.map((_, i) => Math.sin((2 * Math.PI * hz * i) / human.rateHz + phase))
    const even = rescale(shape, { mean: 0, sd: 1 })
    return rescale(plus(plus(even, wave, tremor), gaussian(random, human.n), noise), moments(human.channels[c]))
  })
  return withChannels(human, channels)
}

function keypointSpline(human: Window, random: Random): Window {
  const everyS = logBetween(random, 0.15, 1.2)
  const noise = happens(random, 0.5) ? logBetween(random, 0.005, 0.1) : 0
  const shapes = human.channels.map((_, c) => {
    const curve = splineThrough(human, random, everyS)
    return plus(
      rescale(c < 3 ? slope(slope(curve)) : slope(curve), { mean: 0, sd: 1 }),
      gaussian(random, human.n),
      noise,
    )
  })
  return dressShapes(shapes, human, random)
}

/** A cubic B-spline over random control points about every `everyS` seconds; twice continuously differentiable. */
export function splineThrough({ n, rateHz }: Window, random: Random, everyS: number): Float64Array {
  const apart = everyS * rateHz
  const points = gaussian(random, Math.ceil(n / apart) + 5)
  const offset = random()
  return Float64Array.from({ length: n }, (_, i) => {
    const at = i / apart + offset
    const k = Math.floor(at)
    const u = at - k
    const [a, b, c, d] = [points[k], points[k + 1], points[k + 2], points[k + 3]]
    return (
      (a * (1 - u) ** 3 + b * (3 * u ** 3 - 6 * u ** 2 + 4) + c * (-3 * u ** 3 + 3 * u ** 2 + 3 * u + 1) + d * u ** 3) /
      6
    )
  })
}

function ramps(human: Window, random: Random): Window {
  const meanS = logBetween(random, 0.1, 0.8)
  const noise = happens(random, 0.6) ? logBetween(random, 0.005, 0.1) : 0
  const shapes = human.channels.map(() => {
    const out = new Float64Array(human.n)
    let [from, value] = [0, gaussian(random, 1)[0]]
    while (from < human.n) {
      const length = 2 + integer(random, Math.ceil(2 * meanS * human.rateHz))
      const next = gaussian(random, 1)[0]
      for (let i = from; i < Math.min(human.n, from + length); i++)
        out[i] = value + ((next - value) * (i - from)) / length
      ;[from, value] = [from + length, next]
    }
    return plus(rescale(out, { mean: 0, sd: 1 }), gaussian(random, human.n), noise)
  })
  return dressShapes(shapes, human, random)
}
