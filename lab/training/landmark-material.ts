import type { LandmarkFrame } from '../../packages/engine/src/capture.ts'
import type { Random } from '../../packages/engine/src/random.ts'
import { between, gaussian, happens, logBetween } from '../attacks/draw.ts'
import { splineThrough } from '../attacks/reaches.ts'
import { moments, plus, rescale, smoothByCosine, accumulate } from '../attacks/series.ts'
import { commonPhases, iaaft, phaseRandomized } from '../attacks/surrogates.ts'
import { type Recording, recordings } from './recordings.ts'

/** Joints of one person over time, three coordinates a joint, one after the other. */
export type LandmarkTake = { source: string; person: string; fps: number; channels: Float64Array[] }

export type LandmarkForgery = {
  name: string
  make: (own: LandmarkTake, other: LandmarkTake, random: Random) => Float64Array[]
}

const SETS = ['body-landmarks', 'shrec17-hands', 'mediapipe-signs', 'sfinge3d-leap']
const MIN_SECONDS = 1.5
const MAX_SECONDS = 8
// The recording loop of the sign-language projects runs at 10 to 25 frames a second; none of them kept the times.
const ASSUMED_FPS = 18
const SEEN_SHARE = 0.45

/** At most `perSource` takes of 1.5 to 8 s of every set of landmarks. */
export function landmarkTakes(motionFolder: string, perSource: number): LandmarkTake[] {
  return SETS.flatMap((set) => {
    const takes = recordings(motionFolder, set).flatMap((recording) => splitTakes(recording, set))
    const count = Math.min(perSource, takes.length)
    return Array.from({ length: count }, (_, k) => takes[Math.floor((k * takes.length) / count)])
  })
}

function splitTakes(recording: Recording, set: string): LandmarkTake[] {
  const fps = recording.rate_cam ?? (set === 'mediapipe-signs' ? ASSUMED_FPS : set === 'sfinge3d-leap' ? 20 : 30)
  const source = set
  // Sequences without a name of the person count as one person each.
  const person = `${set}/${recording.subject ?? recording.id}`
  const streams = [recording.skel, recording.hand, recording.left, recording.right].filter(
    (stream) => stream !== undefined,
  )
  return streams.flatMap(({ channels }) => {
    const seen = longestSeen(channels)
    const length = Math.min(seen.to - seen.from, Math.floor(MAX_SECONDS * fps))
    if (length < MIN_SECONDS * fps) return []
    const cut = channels.map((channel) => Float64Array.from(channel.slice(seen.from, seen.from + length)))
    return [{ source, person, fps, channels: cut }]
  })
}

/** The longest run of frames in which the hand was seen; one that was not is all zeros. */
function longestSeen(channels: readonly number[][]): { from: number; to: number } {
  const n = channels[0].length
  const isSeen = (i: number): boolean =>
    channels.filter((channel) => channel[i] !== 0).length > SEEN_SHARE * channels.length
  let best = { from: 0, to: 0 }
  let from = 0
  for (let i = 0; i <= n; i++) {
    if (i < n && isSeen(i)) continue
    if (i - from > best.to - best.from) best = { from, to: i }
    from = i + 1
  }
  return best
}

/** Frames of a take, on a lattice of a four-thousandth of its size for people and forgeries alike. */
export function toFrames(channels: readonly Float64Array[], fps: number): LandmarkFrame[] {
  const step =
    (channels.reduce((sum, channel) => sum + Math.abs(moments(channel).mean), 0) / channels.length || 1) / 4000
  const at = (k: number, i: number): number => Math.round(channels[k][i] / step) * step
  return Array.from({ length: channels[0].length }, (_, i) => ({
    t: (i * 1000) / fps,
    joints: Array.from({ length: channels.length / 3 }, (__, j) => ({
      x: at(3 * j, i),
      y: at(3 * j + 1, i),
      z: at(3 * j + 2, i),
    })),
  }))
}

/** Each shape with the middle and the spread of the person's coordinate. */
function dressShapes(own: LandmarkTake, shape: (k: number) => Float64Array): Float64Array[] {
  return own.channels.map((channel, k) => rescale(shape(k), moments(channel)))
}

function minimumJerk(n: number, fps: number, random: Random): Float64Array {
  const out = new Float64Array(n)
  let [t, from] = [0, random() - 0.5]
  while (t < n) {
    const length = Math.max(3, Math.round(fps * between(random, 0.3, 1.2)))
    const to = random() - 0.5
    for (let i = 0; i < length && t + i < n; i++) {
      const u = i / length
      out[t + i] = from + (to - from) * u ** 3 * (10 - 15 * u + 6 * u * u)
    }
    t += length
    from = to
  }
  return out
}

function autoregressive(channel: Float64Array, random: Random): Float64Array {
  const { mean, sd } = moments(channel)
  let [now, next] = [1e-12, 0]
  for (let i = 1; i < channel.length; i++) {
    now += (channel[i - 1] - mean) ** 2
    next += (channel[i] - mean) * (channel[i - 1] - mean)
  }
  const a = Math.min(0.999, next / now)
  let value = 0
  return gaussian(random, channel.length).map((e) => mean + (value = a * value + Math.sqrt(1 - a * a) * sd * e))
}

const withNoise = (channels: readonly Float64Array[], level: number, random: Random): Float64Array[] =>
  channels.map((channel) => plus(channel, gaussian(random, channel.length), level * moments(channel).sd))

/** Ways of forging landmarks; what comes from a person's own joints in order is a replay and not among them. */
export const LANDMARK_FORGERIES: readonly LandmarkForgery[] = [
  {
    name: 'white-noise',
    make: (own, _other, random) => dressShapes(own, () => gaussian(random, own.channels[0].length)),
  },
  {
    name: 'copied-noise',
    make: (own, _other, random) => {
      const noise = [0, 1, 2].map(() =>
        smoothByCosine(gaussian(random, own.channels[0].length), happens(random, 0.5) ? 0 : between(random, 1, 4)),
      )
      return own.channels.map((channel, k) =>
        rescale(noise[k % 3], { mean: moments(channel).mean, sd: moments(own.channels[k % 3]).sd }),
      )
    },
  },
  {
    name: 'sine',
    make: (own, _other, random) => {
      const hz = between(random, 0.3, 3)
      const level = happens(random, 0.5) ? 0 : logBetween(random, 0.005, 0.1)
      const shapes = dressShapes(own, () => {
        const phase = 2 * Math.PI * random()
        return Float64Array.from(own.channels[0], (_, i) => Math.sin((2 * Math.PI * hz * i) / own.fps + phase))
      })
      return withNoise(shapes, level, random)
    },
  },
  {
    name: 'frozen-jitter',
    make: (own, _other, random) => {
      const level = logBetween(random, 0.01, 0.5)
      return own.channels.map((channel) =>
        gaussian(random, channel.length).map((e) => channel[0] + level * moments(channel).sd * e),
      )
    },
  },
  {
    name: 'smooth-noise',
    make: (own, _other, random) =>
      dressShapes(own, () => smoothByCosine(gaussian(random, own.channels[0].length), between(random, 2, 8))),
  },
  {
    name: 'brownian',
    make: (own, _other, random) => dressShapes(own, () => accumulate(gaussian(random, own.channels[0].length))),
  },
  {
    name: 'minimum-jerk',
    make: (own, _other, random) =>
      withNoise(
        dressShapes(own, () => minimumJerk(own.channels[0].length, own.fps, random)),
        happens(random, 0.5) ? 0 : 0.03,
        random,
      ),
  },
  {
    name: 'keypoint-spline',
    make: (own, _other, random) =>
      dressShapes(own, () =>
        splineThrough(
          { n: own.channels[0].length, rateHz: own.fps, channels: [], steps: [] },
          random,
          between(random, 0.2, 0.8),
        ),
      ),
  },
  {
    name: 'autoregressive',
    make: (own, _other, random) => own.channels.map((channel) => autoregressive(channel, random)),
  },
  { name: 'phase-randomised', make: (own, _other, random) => phaseRandomized(own.channels, random) },
  { name: 'phase-randomised-common', make: (own, _other, random) => commonPhases(own.channels, random) },
  { name: 'iaaft', make: (own, _other, random) => iaaft(own.channels, random) },
  {
    name: 'mixed-joints',
    make: (own, other) =>
      own.channels.map((channel, k) => {
        const theirs = other.channels[k % other.channels.length]
        return Math.floor(k / 3) % 2 === 0 || theirs.length < channel.length
          ? channel
          : rescale(theirs.slice(0, channel.length), moments(channel))
      }),
  },
  {
    name: 'shifted-joints',
    make: (own, _other, random) => {
      const n = own.channels[0].length
      const late = Array.from({ length: own.channels.length / 3 }, () => Math.floor(random() * n))
      return own.channels.map((channel, k) => channel.map((_, i) => channel[(i + late[Math.floor(k / 3)]) % n]))
    },
  },
]
