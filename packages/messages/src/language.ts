/** The languages of all texts; the first one is the source language. */
export const LANGUAGES = ['en', 'de', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }

/**
 * Returns the first of the requested language tags whose language is supported, otherwise `en`. Only the language part counts: "de-AT"
 * gives `de`.
 */
export function chooseLanguage(wanted: readonly string[]): Language {
  return findLanguage(wanted) ?? 'en'
}

/**
 * Returns the first of the requested language tags whose language is supported, or undefined. Only the language part counts: "de-AT" gives
 * `de`.
 */
export function findLanguage(wanted: readonly string[]): Language | undefined {
  const spoken = wanted.map((tag) => LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_.@]/)[0]))
  return spoken.find((language) => language !== undefined)
}
