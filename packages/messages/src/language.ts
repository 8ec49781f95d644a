/** The languages of all texts; the first one is the source language. */
export const LANGUAGES = ['en', 'de', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }

/** Returns the first of the wanted languages that is supported, otherwise English. Regions are ignored: "de-AT" is German. */
export function chooseLanguage(wanted: readonly string[]): Language {
  return findLanguage(wanted) ?? 'en'
}

/** Returns the first of the wanted languages that is supported, or undefined. */
export function findLanguage(wanted: readonly string[]): Language | undefined {
  const spoken = wanted.map((tag) => LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_.@]/)[0]))
  return spoken.find((language) => language !== undefined)
}
