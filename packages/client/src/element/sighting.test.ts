import { describe, expect, it } from 'vitest'
import { scanEvidence, scanReceipt } from '../../test/scan-receipts.ts'
import { readEvidence, readSighting } from './sighting.ts'
import { describeSighting, listTips, mergeWords } from './words.ts'

const NOTHING = { presence: null, parts: {}, strokes: [], coupling: null, practice: false }
const WORDS = mergeWords({})
const part = (metric: string, value: unknown) => ({ metric, value, status: 'pass', explanation: '' })
const stroke = (status: string, explanation: string) => ({ metric: 'stroke1', value: 0.9, status, explanation })
const PRESENCE = [
  part('presenceScore', 0.31),
  part('microTiming', 0.4),
  part('noiseResidual', 0.02),
  part('freqEntropy', 0.9),
  part('bioPerturb', 1.7),
]
const STROKES = [
  part('challengeValue', 0),
  stroke('pass', 'up-left: performed as commanded'),
  stroke('fail', 'up: began 1200 ms after the cue: too late, 900 ms are allowed'),
]
const WEAK = readEvidence([
  { engineId: 'EE-001', components: PRESENCE },
  { engineId: 'EE-003', components: STROKES },
])

describe('readSighting', () => {
  it('reads presence and strokes from the evidence of a receipt', () => {
    const { presence, strokes, practice } = readSighting(scanReceipt({ evidence: scanEvidence(0.64, 5) }))
    expect([presence, strokes.filter(({ followed }) => followed).length, strokes.length, practice]).toEqual([
      0.64,
      5,
      6,
      false,
    ])
  })

  it('knows practice, which is no presence', () => {
    const { presence, strokes, practice } = readSighting(scanReceipt({ practice: true }))
    expect([presence, strokes.length, practice]).toEqual([null, 6, true])
  })
})

describe('readEvidence', () => {
  it('reads presence, its parts and each arrow', () => {
    expect(WEAK).toEqual({
      ...NOTHING,
      presence: 0.31,
      parts: { microTiming: 0.4, noiseResidual: 0.02, freqEntropy: 0.9, bioPerturb: 1 },
      strokes: [
        { direction: 'up and left', followed: true, slip: '' },
        { direction: 'up', followed: false, slip: 'begun too late, after 1.2 s' },
      ],
    })
  })

  it('reads the agreement with the camera', () => {
    expect(readEvidence([{ engineId: 'EE-002', components: [part('couplingScore', 0.9)] }])).toEqual({
      ...NOTHING,
      coupling: 0.9,
    })
  })

  it.each([
    ['no evidence', []],
    ['evidence that was not judged', [{ engineId: 'EE-001', components: [part('presenceScore', null)] }]],
    ['a value that is no number', [{ engineId: 'EE-001', components: [part('presenceScore', Number.NaN)] }]],
    [
      'components of another form',
      [
        { engineId: 'EE-001', components: 'many' },
        { engineId: 'EE-003', components: [null, 7] },
      ],
    ],
    ['evidence of strangers', [{ engineId: 'XX-009', components: [stroke('pass', 'up: as commanded')] }]],
  ])('sees nothing in %s', (_, evidence) => {
    const sighting = readEvidence(evidence)
    expect(sighting).toEqual(NOTHING)
    expect(describeSighting(sighting, WORDS)).toEqual(['Too little to judge.'])
    expect(listTips(sighting, WORDS)).toEqual([])
  })
})

describe('sightingWords', () => {
  it('names what was seen and nothing else', () => {
    expect(describeSighting({ ...WEAK, presence: 0.876, coupling: 0.5 }, WORDS)).toEqual([
      'You followed 1 of 2 arrows clearly.',
      'Presence 87% (50% needed).',
      'Camera and sensors agree: 50%.',
    ])
  })
})

describe('tipsFor', () => {
  it('helps with the weakest part and with each kind of slip', () => {
    expect(listTips(WEAK, WORDS)).toEqual([
      'Hold the phone freely in one hand, with your elbow off the table.',
      'Start as soon as the arrow lights up. Within a second is fine.',
    ])
  })

  it('has nothing to say about a scan without a fault', () => {
    const components = [part('presenceScore', 0.8), part('microTiming', 0.01)]
    expect(listTips(readEvidence([{ engineId: 'EE-001', components }]), WORDS)).toEqual([])
  })

  it.each([
    ['up: nothing that moves like a stroke followed the cue', 'no stroke was seen', /brisk/],
    ['up: nothing was seen', 'no stroke was seen', /brisk/],
    ['up: went down-left instead', 'went down and left instead', /as it lies on the screen/],
    ['up: was not one straight movement from rest, rather up', 'was not one straight movement', /Rest first/],
    ['up: was mostly towards or away from the person, rather up', 'was mostly towards', /not toward you/],
  ])('shortens "%s" and helps with it', (explanation, slip, tip) => {
    const sighting = readEvidence([{ engineId: 'EE-003', components: [stroke('fail', explanation)] }])
    expect(sighting.strokes[0]?.slip).toContain(slip)
    expect(listTips(sighting, WORDS).join()).toMatch(tip)
  })
})
