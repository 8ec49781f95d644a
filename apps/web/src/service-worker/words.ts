import { chooseLanguage, type Language } from '@stillhere/messages'

// The worker is one file without catalogues, and has this one sentence of its own.
const ASKED: Readonly<Record<Language, string>> = {
  en: 'Somebody asks for your approval',
  de: 'Jemand bittet um deine Freigabe',
  es: 'Alguien pide tu aprobación',
}

/** What is shown of a message that cannot be read, in the first of these languages that is spoken. */
export function sayAsked(languages: readonly string[]): string {
  return ASKED[chooseLanguage(languages)]
}
