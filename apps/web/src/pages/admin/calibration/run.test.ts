import { expect, it } from 'vitest'
import { DEFAULT_OPTIONS, describeProgress, readOptions } from './run.tsx'

it('reads the defaults', () => {
  expect(readOptions(DEFAULT_OPTIONS)).toEqual({
    options: {
      target_fars: [0.01, 0.05, 0.1],
      feature_mode: 'signature_128',
      min_variance: 0.95,
      use_rust_features: true,
    },
  })
})

it('reads all of them, with any separator', () => {
  const form = {
    targets: ' .2;0.1\n1e-3',
    mode: 'posture',
    components: ' 12 ',
    variance: '1',
    compiled: false,
  } as const
  expect(readOptions(form)).toEqual({
    options: {
      target_fars: [0.2, 0.1, 0.001],
      feature_mode: 'posture',
      pca_output_dim: 12,
      min_variance: 1,
      use_rust_features: false,
    },
  })
})

it.each(['', ',', '0', '1', '0.1, ten', '-0.1', 'NaN', '0.5 '.repeat(11)])('refuses the targets %j', (targets) => {
  expect(readOptions({ ...DEFAULT_OPTIONS, targets })).toHaveProperty('problems.targets')
})

it.each(['0', '129', '1.5', 'x'])('refuses %j components', (components) => {
  expect(readOptions({ ...DEFAULT_OPTIONS, components })).toHaveProperty('problems.components')
})

it.each(['0', '1.1', 'x', 'Infinity'])('refuses the variance %j', (variance) => {
  expect(readOptions({ ...DEFAULT_OPTIONS, variance })).toHaveProperty('problems.variance')
})

it('names the stages of the engine, and shows unknown ones as they are', () => {
  expect(describeProgress('cross-fit')).toBe('Comparing people under models that never saw them…')
  expect(describeProgress('comparison')).toBe('Comparing people…')
  expect(describeProgress('polishing')).toBe('polishing…')
})
