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

/** The language of the place where an element stands: its own, that of the nearest ancestor, of the document or of the browser. */
function findLanguage(element: Element): string {
  for (let place: Element | null = element; place !== null; place = findHost(place)) {
    // An empty one says that nobody knows.
    const nearest = place.closest('[lang]:not([lang=""])')
    if (nearest) return nearest.getAttribute('lang') ?? ''
  }
  return document.documentElement.lang || navigator.language
}

// Whoever stands in the shadow of another element speaks as that one does.
function findHost(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/** "de" of "de-AT" and of "DE_at". */
export function nameLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? ''
}

/** The voice of elements until another one is there, and where no page is. */
export const ENGLISH: Voice = createVoice('en')

/** Texts of one language by their English ones. */
export type Catalog = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>>

/** Says texts in one language. */
export type Voice = {
  /** "en", "de" or "es". */
  language: string
  /** Returns an English text in this language, or as it is where there is no other; names in braces are replaced by their values. */
  say: (text: string, values?: Values) => string
  /** Whether an English text can be said in this language. */
  knows: (text: string) => boolean
}

/** Speaks a language by its catalogue; without one, English. */
export function createVoice(language: string, catalog?: Catalog): Voice {
  const find = (text: string) => (catalog && Object.hasOwn(catalog, text) ? catalog[text] : undefined)
  // Made once: to make it takes longer than all else here, and a scan counts arrows sixty times a second.
  let numbers: Intl.NumberFormat | undefined
  const write = (value: string | number) =>
    typeof value === 'number' ? (numbers ??= new Intl.NumberFormat(language)).format(value) : value
  return {
    language,
    say: (text, values = {}) =>
      (find(text) ?? text).replace(/\{(\w+)\}/g, (whole, name: string) => write(values[name] ?? whole)),
    knows: (text) => catalog === undefined || find(text) !== undefined,
  }
}
