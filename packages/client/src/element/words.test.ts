import { describe, expect, it } from 'vitest'
import { sentence, sightingWords, wordsWith } from './words.ts'

const SIGHTING = { presence: null, strokes: null, coupling: null, practice: false }

describe('wordsWith', () => {
  it('keeps the English words that a page does not replace, inside lists too', () => {
    const words = wordsWith({ start: 'Los', failures: { ...wordsWith({}).failures, busy: 'Besetzt' } })
    expect([words.start, words.cancel, words.failures.busy]).toEqual(['Los', 'Stop', 'Besetzt'])
    expect(words.failures.unsupported).toBe('No motion sensors here')
  })
})

describe('sightingWords', () => {
  it('names what was seen and nothing else', () => {
    const seen = { ...SIGHTING, presence: 0.876, strokes: { clear: 5, of: 6 }, coupling: 0.5 }
    expect(sightingWords(seen, wordsWith({}))).toEqual([
      '5 of 6 arrows followed clearly',
      'presence 0.88, and 0.50 is needed',
      'camera and sensors agree to 0.50',
    ])
  })

  it('says so where nothing could be judged', () => {
    expect(sightingWords(SIGHTING, wordsWith({}))).toEqual(['too little to judge'])
  })
})

describe('sentence', () => {
  it.each([
    ['the sensors stayed silent', 'The sensors stayed silent.'],
    ['Enough!', 'Enough!'],
    ['über', 'Über.'],
    ['', ''],
  ])('%s becomes %s', (message, said) => {
    expect(sentence(message)).toBe(said)
  })
})
