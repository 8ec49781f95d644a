import { describe, expect, it } from 'vitest'
import { scanEvidence, scanReceipt } from '../../test/scan-receipts.ts'
import { sightingIn, sightingOf } from './sighting.ts'

const NOTHING = { presence: null, strokes: null, coupling: null, practice: false }

describe('sightingOf', () => {
  it('reads presence and strokes from the evidence of a receipt', () => {
    const receipt = scanReceipt({ evidence: scanEvidence(0.64, 5) })
    expect(sightingOf(receipt)).toEqual({ ...NOTHING, presence: 0.64, strokes: { clear: 5, of: 6 } })
  })

  it('knows practice, which is no presence', () => {
    const receipt = scanReceipt({ practice: true })
    expect(sightingOf(receipt)).toEqual({ ...NOTHING, strokes: { clear: 5, of: 6 }, practice: true })
  })
})

describe('sightingIn', () => {
  it('reads the agreement with the camera', () => {
    const components = [{ metric: 'couplingScore', value: 0.9, status: 'pass' }]
    expect(sightingIn([{ engineId: 'EE-002', components }])).toEqual({ ...NOTHING, coupling: 0.9 })
  })

  it.each([
    ['no evidence', []],
    ['evidence that was not judged', [{ engineId: 'EE-001', components: [{ metric: 'presenceScore', value: null }] }]],
    [
      'a value that is no number',
      [{ engineId: 'EE-001', components: [{ metric: 'presenceScore', value: Number.NaN }] }],
    ],
    [
      'components of another form',
      [
        { engineId: 'EE-001', components: 'many' },
        { engineId: 'EE-003', components: [null, 7] },
      ],
    ],
    ['evidence of strangers', [{ engineId: 'XX-009', components: [{ metric: 'stroke1', value: 1, status: 'pass' }] }]],
  ])('sees nothing in %s', (_, evidence) => {
    expect(sightingIn(evidence)).toEqual(NOTHING)
  })
})
