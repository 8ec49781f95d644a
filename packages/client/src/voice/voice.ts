/** The function that loads the texts of each language; English needs no texts. */
export type Catalogs = Readonly<Record<string, () => Promise<{ messages: Catalog }>>>

type Follower = {
  /** Checks the language now and on every change in the document. */
  start: () => void
  stop: () => void
}

/**
 * Watches the language that applies to an element (`lang` attributes, document, browser). When it changes, calls `hear` with null while the texts
 * load, then with the translator of the new language, or of English if there are no texts. The returned `start` and `stop` control it.
 */
export function watchLanguage(element: Element, catalogs: Catalogs, hear: (voice: Voice | null) => void): Follower {
  let current = 'en'
  const look = () => {
    const language = parseLanguage(findLanguage(element))
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

/** Finds the language at an element: of the element, of its nearest ancestor with a language, of the document, or of the browser. */
function findLanguage(element: Element): string {
  for (let place: Element | null = element; place !== null; place = findHost(place)) {
    // An empty attribute means an unknown language.
    const nearest = place.closest('[lang]:not([lang=""])')
    if (nearest) return nearest.getAttribute('lang') ?? ''
  }
  return document.documentElement.lang || navigator.language
}

// Inside a shadow root the language of the host applies.
function findHost(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/** Returns the primary language of a language tag in lower case: "de" for "de-AT" and "DE_at". */
export function parseLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? ''
}

/** The English translator: for an element until its language is loaded, and outside of pages. */
export const ENGLISH: Voice = createVoice('en')

/** Translations to one language, by English text. */
export type Catalog = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>>

/** Translates the element's English texts to one language. */
export type Voice = {
  /** "en", "de" or "es". */
  language: string
  /** Translates an English text, or returns it unchanged if there is no translation. Names in braces are replaced by their values. */
  say: (text: string, values?: Values) => string
  /** Returns true if there is a translation. */
  knows: (text: string) => boolean
}

/** Creates the translator of a language. `catalog` maps English texts to translations; a text without a translation stays English. */
export function createVoice(language: string, catalog?: Catalog): Voice {
  const find = (text: string) => (catalog && Object.hasOwn(catalog, text) ? catalog[text] : undefined)
  // Created once, because it is slow to create and a scan formats numbers sixty times a second.
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
