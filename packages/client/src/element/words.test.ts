import { describe, expect, it } from 'vitest'
import { createVoice, ENGLISH } from '../voice/voice.ts'
import { messages } from './catalogs/de.ts'
import { formatDirection, formatSlip, formatSentence, mergeWords } from './words.ts'

describe('wordsWith', () => {
  it('keeps the English words that a page does not replace, inside lists too', () => {
    const words = mergeWords({ start: 'Los', failures: { busy: 'Besetzt' } })
    expect([words.start, words.cancel, words.failures.busy]).toEqual(['Los', 'Stop', 'Besetzt'])
    expect(words.failures.unsupported).toBe('This device has no motion sensor')
  })
})

describe('sentence', () => {
  it.each([
    ['the sensors stayed silent', 'The sensors stayed silent.'],
    ['Enough!', 'Enough!'],
    ['über', 'Über.'],
    ['', ''],
  ])('%s becomes %s', (message, said) => {
    expect(formatSentence(message)).toBe(said)
  })
})

const GERMAN = createVoice('de', messages)

describe('a slip', () => {
  it.each([
    ['no stroke was seen', 'keine Bewegung gesehen'],
    ['begun too late, after 1.2 s', 'zu spät begonnen, nach 1,2 s'],
    [
      'was not one straight movement from rest, rather up',
      'keine einzelne gerade Bewegung aus der Ruhe, eher nach oben',
    ],
    ['went between two directions, rather up and left', 'zwischen zwei Richtungen, eher nach oben links'],
    ['went down instead', 'ging stattdessen nach unten'],
    ['went down', 'ging nach unten'],
  ])('%s is said in another language, and in English as it is', (slip, german) => {
    expect(formatSlip(slip, GERMAN)).toBe(german)
    expect(formatSlip(slip, ENGLISH)).toBe(slip)
  })

  it('of a receipt with other words stays as it is', () => {
    expect([formatSlip('spun around', GERMAN), formatDirection('inward', GERMAN)]).toEqual(['spun around', 'inward'])
  })
})
