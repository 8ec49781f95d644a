import { describe, expect, it } from 'vitest'
import { settingsOf } from './options.ts'

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
