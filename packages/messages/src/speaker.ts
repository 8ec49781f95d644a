/** Texts of one language by the id of the English text. Texts with a count have a form for each category of `Intl.PluralRules`. */
export type Messages = Readonly<Record<string, string | Forms>>

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

type Value = string | number

/** The names in braces in a text, which need values. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type ValuesOf<Names extends string> = [Names] extends [never] ? [] : [values: Readonly<Record<Names, Value>>]

/** Arguments after a text: none, or the values of its names. */
export type ValuesIn<Text extends string> = ValuesOf<NamesIn<Text>>

/** Returns a text in the language of the speaker, with names in braces replaced by their values. */
export type Say = <Text extends string>(text: Text, ...values: ValuesIn<Text>) => string

/** Returns the form of a text for a count; `{count}` is the count. */
export type SayCount = <One extends string, Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...values: ValuesOf<Exclude<NamesIn<One> | NamesIn<Other>, 'count'>>
) => string

export type Speaker = {
  language: string
  say: Say
  sayCount: SayCount
  /** Inserts values into a text that has been translated without them. */
  fill: (text: string, values?: Readonly<Record<string, Value>>) => string
}

/**
 * Returns functions that translate English texts into one language and format numbers for it. `messages` are the translations by
 * `messageId`; a text without a translation stays English.
 */
export function createSpeaker(language: string, messages: Messages = {}): Speaker {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const find = (text: string) => messages[messageId(text)]
  const fill: Speaker['fill'] = (text, values = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? numbers.format(value) : (value ?? whole)
    })
  return {
    language,
    fill,
    say: (text, ...[values]) => fill(textOf(find(text)) ?? text, values),
    sayCount: (count, one, other, ...[values]) => {
      const forms = formsOf(find(other)) ?? { one, other }
      return fill(forms[rules.select(count)] ?? forms.other, { ...values, count })
    },
  }
}

const textOf = (found: string | Forms | undefined) => (typeof found === 'string' ? found : undefined)
const formsOf = (found: string | Forms | undefined) => (typeof found === 'object' ? found : undefined)

/**
 * Returns the id under which `locales/` stores the translations of an English text: FNV-1a (32 bits) of its UTF-16 units, in base 36. Ids
 * keep the English texts out of pages in other languages; `npm run messages` refuses two texts with the same id.
 */
export function messageId(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}

/** A part of a text: plain, or marked by a name, as in `Read <link>the terms</link>`. */
export type Piece = { mark: string | null; text: string }

/**
 * Splits a text at its tags, such as `<link>…</link>`, into plain and tagged pieces in order, so that a page can render the tagged pieces
 * as links or bold text.
 */
export function splitMarked(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, 1: mark = '', 2: inner = '', index } of text.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    if (index > end) pieces.push({ mark: null, text: text.slice(end, index) })
    pieces.push({ mark, text: inner })
    end = index + whole.length
  }
  if (end < text.length) pieces.push({ mark: null, text: text.slice(end) })
  return pieces
}
