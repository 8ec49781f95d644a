import { describe, expect, it } from 'vitest'
import { sentence, wordsWith } from './words.ts'

describe('wordsWith', () => {
  it('keeps the English words that a page does not replace, inside lists too', () => {
    const words = wordsWith({ start: 'Los', failures: { busy: 'Besetzt' } })
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
    expect(sentence(message)).toBe(said)
  })
})
