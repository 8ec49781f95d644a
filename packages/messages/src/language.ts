/** The languages that everything is said in; the first is the one that texts are written in. */
export const LANGUAGES = ['en', 'de', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }

/** The first of somebody's languages that is spoken here; regions do not matter: "de-AT" is German. */
export function chooseLanguage(wanted: readonly string[]): Language {
  return findLanguage(wanted) ?? 'en'
}

/** As chooseLanguage; undefined where none of them is spoken here. */
export function findLanguage(wanted: readonly string[]): Language | undefined {
  const spoken = wanted.map((tag) => LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_.@]/)[0]))
  return spoken.find((language) => language !== undefined)
}
