import { findLanguage, nameLanguage } from './language.ts'
import { type Catalog, createVoice, type Voice } from './voice.ts'

/** What fetches the texts of each language but English. */
export type Catalogs = Readonly<Record<string, () => Promise<{ messages: Catalog }>>>

type Follower = {
  /** Looks again at once, and from now on whenever a language of the document changes. */
  start: () => void
  stop: () => void
}

/**
 * Keeps an element in the language of its place. `hear` is given the voice to speak with, or null while its texts are on their way.
 * English needs none, so pages in English fetch nothing; texts that do not arrive are said in English.
 */
export function followLanguage(element: Element, catalogs: Catalogs, hear: (voice: Voice | null) => void): Follower {
  let current = 'en'
  const look = () => {
    const language = nameLanguage(findLanguage(element))
    const fetchCatalog = Object.hasOwn(catalogs, language) ? catalogs[language] : undefined
    const next = fetchCatalog ? language : 'en'
    if (next === current) return
    current = next
    if (!fetchCatalog) return hear(createVoice('en'))
    hear(null)
    void fetchCatalog()
      .then(({ messages }) => createVoice(language, messages))
      .catch(() => createVoice('en'))
      .then((voice) => current === next && hear(voice))
  }
  const observer = new MutationObserver(look)
  return {
    start: () => {
      look()
      observer.observe(document, { subtree: true, attributeFilter: ['lang'] })
    },
    stop: () => observer.disconnect(),
  }
}

/** The voice of elements until another one is there, and where no page is. */
export const ENGLISH: Voice = createVoice('en')
