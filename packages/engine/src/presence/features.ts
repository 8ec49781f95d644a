import { readKernel } from '../kernel/load.ts'
import { PRESENCE_FEATURES } from '../kernel/presence-features.ts'
import { type PartName, scaleVector, type Spread } from './model.ts'

/** A feature: its name, the part it belongs to, and whether it needs gravity in the acceleration. */
export type FeatureInfo = { name: string; part: PartName; needsGravity: boolean }

const SENSORS = ['acceleration', 'rotation'] as const
const LAGS = ['20 ms', '40 ms', '80 ms', '160 ms', '320 ms']
const BANDS = ['0.7-3 Hz', '3-7 Hz', '7-12 Hz', '12-22 Hz']

/** In the order in which the kernel writes them. */
export const FEATURES: readonly FeatureInfo[] = [
  ...describeFeatures('bioPerturb', listSpans(['agreement of tilt with rotation', 'gain of tilt on rotation']), true),
  ...describeFeatures(
    'bioPerturb',
    listWrongGyroscopes(['no', 'reversed', 'exchanged', 'any wrong', 'halved', 'doubled']),
    true,
  ),
  ...describeFeatures('bioPerturb', [
    'swing explained by a lever',
    'pull explained by a lever',
    'agreement of both levers',
    'length of the lever',
    'gain of the swing over exchanged axes',
    'gain of the pull over exchanged axes',
    'acceleration explained by rotation',
    'acceleration explained by rotation and its change',
    'acceleration explained by squared rotation',
    'acceleration explained by products of rotation',
  ]),
  ...describeBySensor('bioPerturb', [
    'burstiness of prediction errors',
    'skewness of prediction errors',
    'clustering of prediction errors within 80 ms',
    'clustering of prediction errors within 300 ms',
    'unpredictable share',
    'burstiness of the burstiest axis',
  ]),
  ...describeFeatures('bioPerturb', [
    'prediction error shared by the axes of acceleration',
    'prediction error shared by the axes of rotation',
    'prediction error shared by both sensors',
    'bursts shared by the axes of acceleration',
    'bursts shared by the axes of rotation',
    'bursts shared by both sensors',
    'independence of prediction errors',
    'simultaneity of bursts',
  ]),
  ...describeFeatures(
    'bioPerturb',
    LAGS.flatMap((lag) => SENSORS.map((sensor) => `weight of sudden changes of ${sensor} in ${lag}`)),
  ),
  ...describeFeatures(
    'microTiming',
    LAGS.flatMap((lag) => SENSORS.map((sensor) => `asymmetry of changes of ${sensor} in ${lag}`)),
  ),
  ...describeFeatures(
    'microTiming',
    LAGS.flatMap((lag) => SENSORS.map((sensor) => `rise against fall of ${sensor} in ${lag}`)),
  ),
  ...describeBySensor(
    'bioPerturb',
    BANDS.map((band) => `rise and fall of effort at ${band}`),
  ),
  ...describeFeatures(
    'bioPerturb',
    BANDS.map((band) => `common effort of both sensors at ${band}`),
  ),
  ...describeBySensor(
    'bioPerturb',
    ['0.7-3 and 3-7 Hz', '3-7 and 7-12 Hz', '7-12 and 12-22 Hz', '0.7-3 and 12-22 Hz'].map(
      (bands) => `effort shared by ${bands}`,
    ),
  ),
  ...describeFeatures('bioPerturb', ['simultaneity of effort']),
  ...describeBySensor('noiseResidual', [
    'level of the quick residual',
    'floor of the quick residual',
    'top of the quick residual',
    'dependence of the residual on movement',
    'growth of the residual with movement',
    'residual relative to movement',
    'colour of the residual',
    'imbalance of the residual between axes',
  ]),
  ...describeFeatures('noiseResidual', [
    'residual shared by both sensors',
    'dependence of the acceleration residual on rotation',
    'dependence of the rotation residual on acceleration',
    'simultaneity of acceleration and its residual',
    'simultaneity of rotation and its residual',
    'simultaneity of rotation and the acceleration residual',
    'simultaneity of acceleration and the rotation residual',
  ]),
  ...describeBySensor('freqEntropy', [
    'slope of the spectrum',
    'entropy of the spectrum',
    'flatness of the spectrum',
    'height of the strongest peak',
    'share of power under 1.4 Hz',
    'share of power from 1.4 to 3.3 Hz',
    'share of power from 3.3 to 7.2 Hz',
    'share of power from 7.2 to 12.3 Hz',
    'share of power above 19 Hz',
  ]),
  ...describeBySensor('microTiming', [
    'rate of submovements',
    'variation of submovement length',
    'variation of submovement height',
    'rise against fall of submovements',
    'dependence of height on length of submovements',
    'likeness of neighbouring submovements',
  ]),
  ...describeBySensor('microTiming', ['regularity of repetition', 'loss of regularity over two repetitions']),
  ...describeFeatures('noiseResidual', [
    'height of the top of the acceleration spectrum',
    'height of the top of the rotation spectrum',
    'unrest of the top of the acceleration spectrum',
    'unrest of the top of the rotation spectrum',
    'likeness of the unrest of both tops',
    'strength of the common unrest',
    'unrest of the common top',
    'deepest dip of the common top',
    'depth of usual dips of the common top',
  ]),
  ...describeFeatures('noiseResidual', ['largest break on all channels at once', 'excess of the largest break']),
  ...describeFeatures(
    'noiseResidual',
    ['largest turn that no rotation explains', 'excess of the largest unexplained turn', 'share of unexplained turns'],
    true,
  ),
  ...describeBySensor('bioPerturb', [
    'power',
    'weight of large values',
    'weight of large sizes',
    'skewness of size',
    'independence of axes',
    'likeness of the likest axes',
  ]),
]

/**
 * Computes the presence features of a window, in the order of FEATURES. `channels` holds six sensor channels of n
 * samples each on the even grid, one after the other.
 */
export function computePresenceVector(channels: Float64Array, n: number): Float64Array {
  const out = new Float64Array(PRESENCE_FEATURES)
  readKernel().presenceFeatures(channels, n, out)
  return out
}

/**
 * Scales presence features to distances from the median of people, by the given spreads. Without gravity, the features
 * that need it are set to 0, the median.
 */
export function scaleFeatures(x: Float64Array, hasGravity: boolean, spreads: readonly Spread[]): Float64Array {
  const u = scaleVector(x, spreads)
  if (!hasGravity) for (let i = 0; i < u.length; i++) if (FEATURES[i].needsGravity) u[i] = 0
  return u
}

function describeFeatures(part: PartName, names: readonly string[], needsGravity = false): FeatureInfo[] {
  return names.map((name) => ({ name, part, needsGravity }))
}

function describeBySensor(part: PartName, names: readonly string[]): FeatureInfo[] {
  return SENSORS.flatMap((sensor) =>
    describeFeatures(
      part,
      names.map((name) => `${name} (${sensor})`),
    ),
  )
}

function listSpans(names: readonly string[]): string[] {
  return ['60 ms', '120 ms', '240 ms', '480 ms'].flatMap((span) => names.map((name) => `${name} over ${span}`))
}

function listWrongGyroscopes(kinds: readonly string[]): string[] {
  return kinds.map((kind) => `unsteadiness of gravity compared with ${kind} rotation`)
}
