import { membersOf } from '../scorer/response.ts'
import type { CalibrationOptions, FeatureMode } from './types.ts'

const FEATURE_MODES: readonly FeatureMode[] = ['posture', 'posture_velocity', 'signature_128']
const MAX_OUTPUT_DIM = 128
const MAX_TARGETS = 20

/** Options of a run with nothing left open; a bad one is taken as not given. */
export type Settings = {
  /** Null: 48, or as many as the variance needs. */
  outputDim: number | null
  featureMode: FeatureMode
  /** Rising. */
  targetFars: number[]
  minVariance: number
  /** Undefined: the kernel that runs. */
  useRustFeatures: boolean | undefined
}

type Check = { is: (value: unknown) => boolean; message: string }

const CHECKS: Readonly<Record<string, Check>> = {
  pca_output_dim: {
    is: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_OUTPUT_DIM,
    message: `must be a whole number from 1 to ${MAX_OUTPUT_DIM}`,
  },
  feature_mode: {
    is: (value) => FEATURE_MODES.includes(value as FeatureMode),
    message: `must be one of ${FEATURE_MODES.join(', ')}`,
  },
  target_fars: {
    is: (value) => Array.isArray(value) && value.length >= 1 && value.length <= MAX_TARGETS && value.every(isRate),
    message: `must be a list of 1 to ${MAX_TARGETS} numbers between 0 and 1`,
  },
  min_variance: {
    is: (value) => typeof value === 'number' && value > 0 && value <= 1,
    message: 'must be a number above 0 and at most 1',
  },
  use_rust_features: { is: (value) => typeof value === 'boolean', message: 'must be true or false' },
}

/** What is wrong with the body of a calibration run, by the name of the option; unknown members are no problem. */
export function calibrationProblems(options: unknown): { pointer: string; message: string }[] {
  if (options === undefined) return []
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return [{ pointer: '', message: 'must be an object' }]
  const given = membersOf(options)
  return Object.keys(CHECKS).flatMap((name) => {
    const value = given[name]
    if (value === undefined || CHECKS[name].is(value)) return []
    return [{ pointer: `/${name}`, message: CHECKS[name].message }, ...badRates(name, value)].slice(-1)
  })
}

/** Among the targets the first one that is none, by its place. */
function badRates(name: string, value: unknown): { pointer: string; message: string }[] {
  if (name !== 'target_fars' || !Array.isArray(value)) return []
  const at = value.findIndex((rate) => !isRate(rate))
  return at < 0 ? [] : [{ pointer: `/${name}/${at}`, message: 'must be a number between 0 and 1, both excluded' }]
}

function isRate(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < 1
}

/** The options with their defaults. */
export function settingsOf(options: CalibrationOptions | undefined): Settings {
  const given = membersOf(options)
  const usable = (check: string, value: unknown, fallback: unknown) => (CHECKS[check].is(value) ? value : fallback)
  const fars = usable('target_fars', given.targetFars, [0.01, 0.05, 0.1]) as number[]
  return {
    outputDim: usable('pca_output_dim', given.pcaOutputDim, null) as number | null,
    featureMode: usable('feature_mode', given.featureMode, 'signature_128') as FeatureMode,
    targetFars: [...new Set(fars)].toSorted((a, b) => a - b),
    minVariance: usable('min_variance', given.minVariance, 0.95) as number,
    useRustFeatures: usable('use_rust_features', given.useRustFeatures, undefined) as boolean | undefined,
  }
}
