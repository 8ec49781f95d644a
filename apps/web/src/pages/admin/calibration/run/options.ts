import type { InputOf } from '@stillhere/client/http'
import { say } from '../../../../words/speak.ts'

export type RunOptions = InputOf<'runCalibration'>
export type FeatureMode = NonNullable<RunOptions['feature_mode']>

/** The options of a run as they stand in the form. */
export type OptionsForm = {
  targets: string
  mode: FeatureMode
  components: string
  variance: string
  compiled: boolean
}

export const DEFAULT_OPTIONS: OptionsForm = {
  targets: '0.01, 0.05, 0.1',
  mode: 'signature_128',
  components: '',
  variance: '0.95',
  compiled: true,
}

export type OptionProblems = { targets?: string; components?: string; variance?: string }

const MOST_TARGETS = 10
const MOST_COMPONENTS = 128

/** The options as the service takes them, or what is wrong with each. */
export function readOptions(form: OptionsForm): { options: RunOptions } | { problems: OptionProblems } {
  const targets = form.targets.split(/[\s,;]+/).filter((one) => one !== '')
  const [components, variance] = [form.components.trim(), form.variance.trim()]
  const problems: OptionProblems = {
    ...(areRates(targets) ? {} : { targets: say('Enter one to ten numbers between 0 and 1, like 0.01, 0.05, 0.1.') }),
    ...(components === '' || isComponents(components)
      ? {}
      : { components: say('Enter a whole number from 1 to 128, or leave it blank.') }),
    ...(variance === '' || isVariance(variance)
      ? {}
      : { variance: say('Enter a number above 0 and up to 1, or leave it blank.') }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return {
    options: {
      target_fars: targets.map(Number),
      feature_mode: form.mode,
      ...(components === '' ? {} : { pca_output_dim: Number(components) }),
      ...(variance === '' ? {} : { min_variance: Number(variance) }),
      use_rust_features: form.compiled,
    },
  }
}

function areRates(texts: readonly string[]): boolean {
  return texts.length >= 1 && texts.length <= MOST_TARGETS && texts.every((one) => Number(one) > 0 && Number(one) < 1)
}

function isComponents(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_COMPONENTS
}

function isVariance(text: string): boolean {
  return Number(text) > 0 && Number(text) <= 1
}
