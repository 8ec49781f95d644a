import { currentKernel } from '../kernel/load.ts'
import { PRESENCE_FEATURES } from '../kernel/presence-features.ts'
import type { EvenMotion } from '../timeline.ts'
import type { PartName, PresenceParameters } from './parameters.ts'

/** What a feature is called, which part it belongs to, and whether it needs gravity in the acceleration. */
export type FeatureInfo = { name: string; part: PartName; needsGravity: boolean }

const SENSORS = ['acceleration', 'rotation'] as const
const LAGS = ['20 ms', '40 ms', '80 ms', '160 ms', '320 ms']
const BANDS = ['0.7-3 Hz', '3-7 Hz', '7-12 Hz', '12-22 Hz']

export const FEATURES: readonly FeatureInfo[] = [
  ...named('bioPerturb', ['60 ms', '120 ms', '240 ms', '480 ms'].flatMap((s) => [`agreement of tilt and rotation over ${s}`, `gain of tilt on rotation over ${s}`]), true),
  ...named('bioPerturb', ['acceleration explained by rotation', 'acceleration explained by rotation and its change', 'acceleration explained by squared rotation', 'acceleration explained by products of rotation']),
  ...bySensor('bioPerturb', ['burstiness of prediction errors', 'skewness of prediction errors', 'clustering of errors within 80 ms', 'clustering of errors within 320 ms', 'unpredictable share', 'burstiest axis']),
  ...named('bioPerturb', ['errors shared by acceleration axes', 'errors shared by rotation axes', 'errors shared by both sensors', 'bursts shared by acceleration axes', 'bursts shared by rotation axes', 'bursts shared by both sensors']),
  ...named('bioPerturb', LAGS.flatMap((lag) => SENSORS.map((s) => `tails of ${s} change in ${lag}`))),
  ...named('microTiming', LAGS.flatMap((lag) => SENSORS.map((s) => `asymmetry of ${s} change in ${lag}`))),
  ...named('microTiming', LAGS.flatMap((lag) => SENSORS.map((s) => `rise against fall of ${s} in ${lag}`))),
  ...bySensor('bioPerturb', BANDS.map((band) => `ups and downs at ${band}`)),
  ...named('bioPerturb', BANDS.map((band) => `common effort of both sensors at ${band}`)),
  ...bySensor('bioPerturb', ['effort shared by 0.7-3 and 3-7 Hz', 'effort shared by 3-7 and 7-12 Hz', 'effort shared by 7-12 and 12-22 Hz', 'effort shared by 0.7-3 and 12-22 Hz']),
  ...named('bioPerturb', ['simultaneity of both sensors']),
  ...bySensor('noiseResidual', ['residual level', 'quiet residual', 'loud residual', 'residual follows movement', 'growth of residual with movement', 'residual against movement', 'colour of residual', 'balance of residual']),
  ...named('noiseResidual', ['residual shared by both sensors', 'acceleration residual follows rotation', 'rotation residual follows acceleration']),
  ...bySensor('freqEntropy', ['spectral slope', 'spectral entropy', 'spectral flatness', 'strongest peak', 'share under 1.4 Hz', 'share of 1.4-3.3 Hz', 'share of 3.3-7.2 Hz', 'share of 7.2-12.3 Hz', 'share above 19 Hz']),
  ...bySensor('microTiming', ['submovements a second', 'variation of submovement length', 'variation of submovement height', 'rise against fall of submovements', 'height follows length', 'height follows the one before']),
  ...bySensor('bioPerturb', ['power', 'tails', 'tails of size', 'skewness of size', 'independence of axes', 'likeness of axes']),
  ...named('noiseResidual', ['top of acceleration spectrum', 'top of rotation spectrum', 'unrest of acceleration top', 'unrest of rotation top', 'common unrest', 'strength of common unrest', 'unrest of both tops', 'deepest dip of top', 'dips of top']),
  ...named('bioPerturb', ['gravity steadied by rotation', 'gravity contradicts reversed rotation', 'gravity contradicts exchanged axes', 'all contradictions'], true),
  ...named('bioPerturb', ['swing explained by a lever', 'pull explained by a lever', 'one lever for both', 'length of lever', 'lever against exchanged axes', 'pull against exchanged axes']),
  ...named('noiseResidual', ['largest common break', 'break above the others']),
  ...named('noiseResidual', ['largest unexplained turn', 'turn above the others', 'turns explained'], true),
]

/** The features of an even stretch with gyroscope; those that need gravity stand at people's median where there is none. */
export function presenceVector(motion: EvenMotion, people: PresenceParameters['features']): Float64Array {
  const out = new Float64Array(PRESENCE_FEATURES)
  currentKernel().presenceFeatures(motion.channels, motion.n, out)
  if (motion.hasGravity) return out
  return out.map((value, i) => (FEATURES[i].needsGravity ? people[i][0] : value))
}

function named(part: PartName, names: readonly string[], needsGravity = false): FeatureInfo[] {
  return names.map((name) => ({ name, part, needsGravity }))
}

function bySensor(part: PartName, names: readonly string[]): FeatureInfo[] {
  return SENSORS.flatMap((sensor) => named(part, names.map((name) => `${name} (${sensor})`)))
}
