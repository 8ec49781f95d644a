type Values = Readonly<Record<string, string | number>>

/** Says texts: in English, or in the language of a page that brings a catalogue of its own. */
export type Voice = {
  /** For numbers, days and lengths of time: "en", "de". */
  language: string
  /** Returns an English text in the language; names in braces are replaced by their values. */
  say: (text: string, values?: Values) => string
}

/** The voice of everything here unless another one is given. */
export const ENGLISH: Voice = {
  language: 'en',
  say: (text, values = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => String(Object.hasOwn(values, name) ? values[name] : whole)),
}
