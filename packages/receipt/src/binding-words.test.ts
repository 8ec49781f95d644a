import { describe, expect, it } from 'vitest'
import { ENGLISH_WORDS, GERMAN_WORDS, SPANISH_WORDS, writeBindingWords } from './binding-words.ts'
import { computePayloadDigest } from './digest.ts'

const DIGEST = 'b5ec7a9d9133fbe4bebf65f7823e83ea022314ca5e7c5654c6448c48e7f12224'

/** Whether one letter more, less or changed makes one word of the other. */
function isNear(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}

describe('six words for a digest', () => {
  it.each([
    ['en', 'remote radio portrait hill delta value'],
    ['de', 'portal pfote ozean honig einhorn wagen'],
    ['es', 'palmera onza negocio flota chaleco trofeo'],
  ])('are the same for ever: %s', (language, words) => {
    expect(writeBindingWords(DIGEST, language)).toBe(words)
  })

  it('hold its first 60 bits, in their order', () => {
    const digestOf = (start: string) => start.padEnd(64, '0')
    const [first, last] = [ENGLISH_WORDS[0], ENGLISH_WORDS[1023]]
    expect(writeBindingWords(digestOf(''), 'en')).toBe(Array(6).fill(first).join(' '))
    expect(writeBindingWords(digestOf('f'.repeat(15)), 'en')).toBe(Array(6).fill(last).join(' '))
    const seen = Array.from({ length: 60 }, (_, bit) => {
      const value = (1n << BigInt(59 - bit)).toString(16).padStart(15, '0')
      const words = writeBindingWords(digestOf(value), 'en').split(' ')
      return words.map((word) => ENGLISH_WORDS.indexOf(word))
    })
    expect(seen).toEqual(
      seen.map((_, bit) => [0, 1, 2, 3, 4, 5].map((at) => (at === Math.floor(bit / 10) ? 2 ** (9 - (bit % 10)) : 0))),
    )
  })

  it('change with one letter of the action', () => {
    const [one, other] = ['Pay 7 €', 'Pay 9 €'].map((summary) => computePayloadDigest({ type: 'pay', summary })) as [
      string,
      string,
    ]
    expect(writeBindingWords(one, 'en')).not.toBe(writeBindingWords(other, 'en'))
  })

  it('are English where the language has no list', () => {
    for (const language of ['fr', 'de-AT', 'constructor', ''])
      expect(writeBindingWords(DIGEST, language)).toBe(writeBindingWords(DIGEST, 'en'))
  })

  it.each(['', DIGEST.toUpperCase(), DIGEST.slice(1), `${DIGEST}0`])('are not made of %j', (text) => {
    expect(() => writeBindingWords(text, 'en')).toThrow(TypeError)
  })
})

describe.each([
  ['English', ENGLISH_WORDS],
  ['German', GERMAN_WORDS],
  ['Spanish', SPANISH_WORDS],
])('the %s list', (_, words) => {
  it('has 1024 words of 3 to 8 plain letters, in the order of the alphabet', () => {
    expect(words).toHaveLength(1024)
    expect(words.filter((word) => !/^[a-z]{3,8}$/.test(word))).toEqual([])
    expect(words).toEqual(words.toSorted())
  })

  it('has no two words that differ in one letter', () => {
    const pairs = words.flatMap((one, at) =>
      words
        .slice(at + 1)
        .filter((other) => isNear(one, other))
        .map((other) => [one, other]),
    )
    expect(pairs).toEqual([])
  })
})
