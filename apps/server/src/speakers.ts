import { createSpeaker, type Language, type Messages, type Speaker } from '@stillhere/messages'

/** A speaker for each language, by the catalogues of one area; English needs none. */
export function createSpeakers(
  catalogs: Record<Exclude<Language, 'en'>, Messages>,
): Readonly<Record<Language, Speaker>> {
  return { en: createSpeaker('en'), de: createSpeaker('de', catalogs.de), es: createSpeaker('es', catalogs.es) }
}
