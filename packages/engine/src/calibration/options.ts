import { readMembers } from '../members.ts'
import type { CalibrationOptions, FeatureMode } from './types.ts'

const FEATURE_MODES: readonly FeatureMode[] = ['posture', 'posture_velocity', 'signature_128', 'strokes']
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

type Option = 'pcaOutputDim' | 'featureMode' | 'targetFars' | 'minVariance' | 'useRustFeatures'

const FITS: Readonly<Record<Option, (value: unknown) => boolean>> = {
  pcaOutputDim: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_OUTPUT_DIM,
  featureMode: (value) => FEATURE_MODES.includes(value as FeatureMode),
  targetFars: (value) =>
    Array.isArray(value) && value.length >= 1 && value.length <= MAX_TARGETS && value.every(isRate),
  minVariance: (value) => typeof value === 'number' && value > 0 && value <= 1,
  useRustFeatures: (value) => typeof value === 'boolean',
}

function isRate(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < 1
}

/** The options with their defaults. */
export function readSettings(options: CalibrationOptions | undefined): Settings {
  const given = readMembers(options)
  const usable = <Value>(option: Option, fallback: Value) =>
    FITS[option](given[option]) ? (given[option] as Value) : fallback
  const fars = usable('targetFars', [0.01, 0.05, 0.1])
  return {
    outputDim: usable<number | null>('pcaOutputDim', null),
    featureMode: usable<FeatureMode>('featureMode', 'signature_128'),
    targetFars: [...new Set(fars)].toSorted((a, b) => a - b),
    minVariance: usable('minVariance', 0.95),
    useRustFeatures: usable<boolean | undefined>('useRustFeatures', undefined),
  }
}
