import { readFrames } from '../../packages/engine/src/capture.ts'
import { FEATURES, scaleFeatures } from '../../packages/engine/src/presence/features.ts'
import {
  toEvenLandmarks,
  LANDMARK_FEATURES,
  computeLandmarkVector,
} from '../../packages/engine/src/presence/landmark-features.ts'
import { type PresenceModel, type PresenceParameters, scaleVector } from '../../packages/engine/src/presence/model.ts'
import { integer, seededRandom } from '../../packages/engine/src/random.ts'
import { toFrames, LANDMARK_FORGERIES, type LandmarkTake, landmarkTakes } from './landmark-material.ts'
import { attackExamples, type Example, humanExamples } from './presence-examples.ts'
import { humanWindows, readWindows } from './presence-material.ts'
import {
  crossFitted,
  type Fit,
  fitPresenceModel,
  type Kind,
  population,
  computeSpreads,
  type Window,
} from './presence-model.ts'

const WINDOWS_A_SOURCE = 160
/** Of each of the nineteen sources as many. */
export const WINDOWS_A_FAMILY = 95
const TAKES_A_SOURCE = 150
const FORGERIES_A_FAMILY = 80

/** The kinds of forgery, each with a detector of its own. */
export const KINDS: readonly Kind[] = [
  {
    kind: 'noise',
    families: [
      'white-noise',
      'pink-noise',
      'brownian',
      'smooth-noise',
      'band-noise',
      'heavy-tailed-noise',
      'bursts',
      'copied-noise',
      'frozen',
      'white-noise-clock',
    ],
  },
  {
    kind: 'waves',
    families: [
      'sine',
      'lissajous',
      'sum-of-sines',
      'chirp',
      'square-wave',
      'injected-tremor',
      'sine-clock',
      'rigid-pendulum',
    ],
  },
  {
    kind: 'reaches',
    families: [
      'minimum-jerk',
      'minimum-jerk-jitter',
      'minjerk',
      'lognormal-reaches',
      'keypoint-spline',
      'linear-moves',
      'minimum-jerk-jitter-clock',
    ],
  },
  { kind: 'simulated bodies', families: ['rigid-spline', 'rigid-spline-noise', 'rigid-surrogate', 'rigid-pushes'] },
  { kind: 'random phases', families: ['phase-randomised', 'amplitude-adjusted', 'iaaft', 'phase-randomised-clock'] },
  { kind: 'common random phases', families: ['phase-randomised-common', 'iaaft-multivariate'] },
  {
    kind: 'autoregression',
    families: ['autoregressive', 'vector-autoregressive', 'var12', 'nonlinear-autoregressive'],
  },
  {
    kind: 'imitated bursts',
    families: ['spectrogram-surrogate', 'band-swap', 'envelope-noise', 'switching-autoregressive', 'analogues'],
  },
  {
    kind: 'sensors of two motions',
    families: [
      'crossed-people',
      'shifted-gyroscope',
      'shifted-axes',
      'reversed-gyroscope',
      'noise-gyroscope',
      'noise-accelerometer',
      'spliced-axes',
    ],
  },
  { kind: 'gyroscope too strong or too weak', families: ['scaled-gyroscope'] },
  { kind: 'wrongly mounted gyroscope', families: ['permuted-gyroscope', 'flipped-gyroscope'] },
  { kind: 'computed gyroscope', families: ['smoothed-gyroscope', 'derived-gyroscope'] },
  { kind: 'reversed time', families: ['reversed'] },
  { kind: 'joined pieces', families: ['spliced-own', 'spliced-people'] },
  { kind: 'two people mixed', families: ['mixed-people', 'grafted-detail'] },
  { kind: 're-timed recording', families: ['jitter-replay', 'replay-warp', 'replay-speed'] },
  { kind: 'lost detail', families: ['low-passed', 'held-samples'] },
  { kind: 'few patterns', families: ['low-rank'] },
  { kind: 'repeated steps', families: ['learned-gait', 'gait-harmonics'] },
]

const LANDMARK_KINDS: readonly Kind[] = [
  { kind: 'noise', families: ['white-noise', 'frozen-jitter', 'smooth-noise', 'brownian', 'autoregressive'] },
  { kind: 'copied noise', families: ['copied-noise'] },
  { kind: 'waves', families: ['sine'] },
  { kind: 'reaches', families: ['minimum-jerk', 'keypoint-spline'] },
  { kind: 'random phases', families: ['phase-randomised', 'iaaft'] },
  { kind: 'common random phases', families: ['phase-randomised-common'] },
  { kind: 'joints of two motions', families: ['mixed-joints', 'shifted-joints'] },
]

export const SENSOR_FIT: Fit = {
  features: FEATURES,
  kinds: KINDS,
  scale: (window, spreads) => scaleFeatures(window.x, (window as Example).hasGravity, spreads),
  // No place to carry the device may be refused more often than one time in twenty.
  rankShare: (_all, hardest) => hardest,
}

export const LANDMARK_FIT: Fit = {
  features: LANDMARK_FEATURES,
  kinds: LANDMARK_KINDS,
  scale: ({ x }, spreads) => scaleVector(x, spreads),
  // Four small sources: where a fifth of the people was left out, a line for 5 % of the hardest source refused 10 % of them, one for 3 % refused 5 %.
  rankShare: (_all, hardest) => (hardest * 5) / 3,
}

/** The section `presence` of the model. */
export function trainPresence(motionFolder: string): PresenceParameters {
  const people = humanWindows(readWindows(motionFolder), WINDOWS_A_SOURCE)
  const forged = attackExamples(
    people,
    WINDOWS_A_FAMILY,
    KINDS.flatMap(({ families }) => families),
  )
  const windows = [...humanExamples(people, 8), ...forged]
  const crossFit = crossFitted(windows, SENSOR_FIT)
  const brief = humanExamples(people, 3)
  const briefSpreads = computeSpreads(brief)
  return {
    ...fitPresenceModel(windows, crossFit, SENSOR_FIT),
    briefPeople: population(brief, briefSpreads, (window) => crossFit.humanness(window, briefSpreads), SENSOR_FIT),
    landmarks: trainLandmarks(motionFolder),
  }
}

function trainLandmarks(motionFolder: string): PresenceModel {
  const windows = landmarkWindows(landmarkTakes(motionFolder, TAKES_A_SOURCE))
  return fitPresenceModel(windows, crossFitted(windows, LANDMARK_FIT), LANDMARK_FIT)
}

/** People's takes and forgeries after them. */
export function landmarkWindows(takes: readonly LandmarkTake[]): Window[] {
  const sources = [...Map.groupBy(takes, ({ source }) => source).values()]
  const random = seededRandom(77)
  const humans = takes.flatMap((take) => landmarkWindow(take.channels, take, 'human'))
  const forged = LANDMARK_FORGERIES.flatMap(({ name, make }) =>
    Array.from({ length: FORGERIES_A_FAMILY }, (_, k) => {
      const own = sources[k % sources.length]
      const take = own[integer(random, own.length)]
      return landmarkWindow(make(take, own[integer(random, own.length)], random), take, name)
    }).flat(),
  )
  return [...humans, ...forged]
}

function landmarkWindow(
  channels: readonly Float64Array[],
  { fps, source, person }: LandmarkTake,
  family: string,
): Window[] {
  const even = toEvenLandmarks(readFrames(toFrames(channels, fps)), 1_400)
  return even.status === 'ok' ? [{ x: computeLandmarkVector(even), family, source, person }] : []
}
