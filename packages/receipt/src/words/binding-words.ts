import { ENGLISH_WORDS } from './english.ts'
import { GERMAN_WORDS } from './german.ts'
import { SPANISH_WORDS } from './spanish.ts'

const LISTS: Readonly<Record<string, readonly string[]>> = {
  en: ENGLISH_WORDS,
  de: GERMAN_WORDS,
  es: SPANISH_WORDS,
}

/** Five hex digits of a digest, which are 20 bits, make two words of a list of 1024. */
const PAIRS = [0, 5, 10]

/**
 * Writes six words for the digest of an action, so that people can compare what two screens show. They hold the first 60 bits of the
 * digest: programs compare the whole digest instead.
 *
 * @returns six lower-case words of the language ("en", "de" or "es"), with spaces between them; English ones for any other language.
 * @throws {TypeError} for a text that is no lower-case hex SHA-256.
 * @example
 * writeBindingWords(computePayloadDigest(action), 'en')
 */
export function writeBindingWords(digest: string, language: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new TypeError('expected a digest of 64 lower-case hex digits')
  const list = (Object.hasOwn(LISTS, language) ? LISTS[language] : undefined) ?? ENGLISH_WORDS
  return PAIRS.flatMap((start) => {
    const bits = Number.parseInt(digest.slice(start, start + 5), 16)
    return [list[bits >> 10], list[bits & 1023]]
  }).join(' ')
}
