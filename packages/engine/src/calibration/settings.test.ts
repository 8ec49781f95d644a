import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

describe('readSettings', () => {
  it('has the defaults of the specification', () => {
    expect(readSettings(undefined)).toEqual({
      outputDim: null,
      featureMode: 'signature_128',
      targetFars: [0.01, 0.05, 0.1],
      minVariance: 0.95,
      useRustFeatures: undefined,
    })
  })

  it('takes what is given, targets rising and once each, and leaves bad values aside', () => {
    expect(readSettings({ targetFars: [0.2, 0.1, 0.2], pcaOutputDim: 7, useRustFeatures: true })).toMatchObject({
      targetFars: [0.1, 0.2],
      outputDim: 7,
      useRustFeatures: true,
    })
    const odd = { targetFars: [2], pcaOutputDim: -1, minVariance: 9, featureMode: 'x', useRustFeatures: 'x' }
    expect(readSettings(odd as never)).toEqual(readSettings({}))
  })
})

describe('each option', () => {
  const at = (options: object) => readSettings(options)

  it.each([
    [1, 1],
    [128, 128],
    [0, null],
    [129, null],
    [2.5, null],
    ['7', null],
  ])('pcaOutputDim %j: %j', (pcaOutputDim, expected) => {
    expect(at({ pcaOutputDim }).outputDim).toBe(expected)
  })

  it.each([
    [1, 1],
    [0.001, 0.001],
    [0, 0.95],
    [1.01, 0.95],
    ['0.5', 0.95],
    [Number.NaN, 0.95],
  ])('minVariance %j: %j', (minVariance, expected) => {
    expect(at({ minVariance }).minVariance).toBe(expected)
  })

  const twenty = Array.from({ length: 20 }, (_, i) => (i + 1) / 100)
  it.each([
    [[0.5], [0.5]],
    [twenty, twenty],
    [
      [...twenty, 0.5],
      [0.01, 0.05, 0.1],
    ],
    [[], [0.01, 0.05, 0.1]],
    [
      [0, 0.1],
      [0.01, 0.05, 0.1],
    ],
    [
      [0.1, 1],
      [0.01, 0.05, 0.1],
    ],
    [
      [0.1, '0.2'],
      [0.01, 0.05, 0.1],
    ],
    [{ length: 1, 0: 0.1 }, [0.01, 0.05, 0.1]],
  ])('targetFars %j: %j', (targetFars, expected) => {
    expect(at({ targetFars }).targetFars).toEqual(expected)
  })

  it.each(['posture', 'posture_velocity', 'signature_128', 'strokes'])('featureMode %s', (featureMode) => {
    expect(at({ featureMode }).featureMode).toBe(featureMode)
  })

  it.each([
    [true, true],
    [false, false],
    [1, undefined],
  ])('useRustFeatures %j: %j', (useRustFeatures, expected) => {
    expect(at({ useRustFeatures }).useRustFeatures).toBe(expected)
  })
})
