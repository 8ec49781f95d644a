import { describe, expect, it } from 'vitest'
import { createVoice, parseLanguage } from './voice.ts'

const GERMAN = createVoice('de', { 'Arrow {number} of {count}': 'Pfeil {number} von {count}' })

describe('a voice', () => {
  it('says a text in its language, with numbers as the language writes them', () => {
    expect(GERMAN.say('Arrow {number} of {count}', { number: 1.5, count: 6 })).toBe('Pfeil 1,5 von 6')
  })

  it('says what it does not know in English, and tells so', () => {
    expect([GERMAN.say('Stop'), GERMAN.knows('Stop'), GERMAN.say('toString')]).toEqual(['Stop', false, 'toString'])
    expect(GERMAN.knows('Arrow {number} of {count}')).toBe(true)
    expect(createVoice('en').knows('Stop')).toBe(true)
  })

  it('leaves names without a value, and takes none from a value', () => {
    expect(createVoice('en').say('{a} {b}', { a: '{b}' })).toBe('{b} {b}')
  })
})

it.each([
  ['de-AT', 'de'],
  ['DE_at', 'de'],
  ['', ''],
])('the language of %j is %j', (tag, language) => {
  expect(parseLanguage(tag)).toBe(language)
})
