import { describe, expect, it } from 'vitest'
import { calibrationProblems, settingsOf } from './options.ts'

const pointers = (options: unknown) => calibrationProblems(options).map(({ pointer }) => pointer)

describe('calibrationProblems', () => {
  it.each([
    [undefined],
    [{}],
    [{ pca_output_dim: 1 }],
    [{ pca_output_dim: 128, feature_mode: 'posture', target_fars: [0.2], min_variance: 1, use_rust_features: false }],
    [{ target_fars: [0.1, 0.01, 0.5, 1e-9], min_variance: 0.001, something: 'else' }],
  ])('finds none in %o', (options) => {
    expect(calibrationProblems(options)).toEqual([])
  })

  it.each([
    [{ pca_output_dim: 0 }, '/pca_output_dim'],
    [{ pca_output_dim: 129 }, '/pca_output_dim'],
    [{ pca_output_dim: 1.5 }, '/pca_output_dim'],
    [{ pca_output_dim: '48' }, '/pca_output_dim'],
    [{ pca_output_dim: null }, '/pca_output_dim'],
    [{ feature_mode: 'gait' }, '/feature_mode'],
    [{ feature_mode: ['posture'] }, '/feature_mode'],
    [{ target_fars: [] }, '/target_fars'],
    [{ target_fars: 0.1 }, '/target_fars'],
    [{ target_fars: Array(21).fill(0.1) }, '/target_fars'],
    [{ target_fars: [0.1, 0] }, '/target_fars/1'],
    [{ target_fars: [1] }, '/target_fars/0'],
    [{ target_fars: ['0.1'] }, '/target_fars/0'],
    [{ min_variance: 0 }, '/min_variance'],
    [{ min_variance: 1.01 }, '/min_variance'],
    [{ min_variance: Number.NaN }, '/min_variance'],
    [{ use_rust_features: 1 }, '/use_rust_features'],
    [null, ''],
    [[], ''],
    ['x', ''],
  ])('names what is wrong with %o', (options, pointer) => {
    expect(pointers(options)).toEqual([pointer])
    expect(calibrationProblems(options)[0].message).toMatch(/^must be /)
  })

  it('names every bad option', () => {
    expect(pointers({ pca_output_dim: 0, min_variance: 2, use_rust_features: 'no' })).toEqual([
      '/pca_output_dim',
      '/min_variance',
      '/use_rust_features',
    ])
  })
})

describe('settingsOf', () => {
  it('has the defaults of the specification', () => {
    expect(settingsOf(undefined)).toEqual({
      outputDim: null,
      featureMode: 'signature_128',
      targetFars: [0.01, 0.05, 0.1],
      minVariance: 0.95,
      useRustFeatures: undefined,
    })
  })

  it('takes what is given, targets rising and once each, and leaves bad values aside', () => {
    expect(settingsOf({ targetFars: [0.2, 0.1, 0.2], pcaOutputDim: 7, useRustFeatures: true })).toMatchObject({
      targetFars: [0.1, 0.2],
      outputDim: 7,
      useRustFeatures: true,
    })
    const odd = { targetFars: [2], pcaOutputDim: -1, minVariance: 9, featureMode: 'x', useRustFeatures: 'x' }
    expect(settingsOf(odd as never)).toEqual(settingsOf({}))
  })
})
