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
