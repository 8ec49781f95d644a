import { describe, expect, it } from 'vitest'
import { createSpeaker, messageId, type Messages } from './speaker.ts'

const GERMAN: Messages = {
  [messageId('Sign out')]: 'Abmelden',
  [messageId('Signed in as {name}')]: '{name} ist angemeldet',
  [messageId('{count} scans of {of}')]: { one: '{count} Scan von {of}', other: '{count} Scans von {of}' },
}
const german = createSpeaker('de', GERMAN)
const english = createSpeaker('en')

it('an id depends on every sign of a text', () => {
  expect(messageId('Sign out')).toBe('12niv00')
  expect(new Set(['', 'a', 'b', 'ab', 'ba', 'ab ', 'ä'].map(messageId)).size).toBe(7)
})

describe('say', () => {
  it('says a text in its language, and in English what the language lacks', () => {
    expect(german.say('Sign out')).toBe('Abmelden')
    expect(german.say('Sign in')).toBe('Sign in')
    expect(english.say('Sign out')).toBe('Sign out')
  })

  it('puts values where the language wants them, once: braces in a value stay', () => {
    expect(german.say('Signed in as {name}', { name: '{name} $& <b>' })).toBe('{name} $& <b> ist angemeldet')
  })

  it('writes numbers as the language does', () => {
    expect(german.say('{points} points', { points: 12345.5 })).toBe('12.345,5 points')
  })

  it('does not mistake what every object has for a text', () => {
    expect(german.say('constructor')).toBe('constructor')
    expect(english.say('{toString} is left', { toString: 'This' })).toBe('This is left')
  })
})

describe('sayCount', () => {
  it.each([
    [0, '0 Scans von 3'],
    [1, '1 Scan von 3'],
    [2000, '2.000 Scans von 3'],
  ])('takes the form of %d', (count, words) => {
    expect(german.sayCount(count, '{count} scan of {of}', '{count} scans of {of}', { of: 3 })).toBe(words)
  })

  it('takes the English forms where the language lacks them', () => {
    const sayDays = (count: number) => german.sayCount(count, 'one day', '{count} days')
    expect([0, 1, 2].map(sayDays)).toEqual(['0 days', 'one day', '2 days'])
  })

  it('takes the form of everything else where a language has one more', () => {
    const spanish = createSpeaker('es', {
      [messageId('{count} scans')]: { one: '{count} escaneo', other: '{count} escaneos' },
    })
    expect(spanish.sayCount(1_000_000, '{count} scan', '{count} scans')).toBe('1.000.000 escaneos')
  })
})
