import { messageId } from './message-id.ts'

/** Texts of one language by the ids of their English ones; those with a count have a form for each category of `Intl.PluralRules`. */
export type Messages = Readonly<Record<string, string | Forms>>

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

type Value = string | number

/** The names in braces of a text: those that somebody has to give values for. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type ValuesOf<Names extends string> = [Names] extends [never] ? [] : [values: Readonly<Record<Names, Value>>]

/** What has to be given beside a text: nothing, or the values of its names. */
export type ValuesIn<Text extends string> = ValuesOf<NamesIn<Text>>

/** A text in the reader's language; names in braces are replaced by their values. */
export type Say = <Text extends string>(text: Text, ...values: ValuesIn<Text>) => string

/** The same for a text that depends on a count; `{count}` is the count. */
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
  /** Puts values into a text that was said without them. */
  fill: (text: string, values?: Readonly<Record<string, Value>>) => string
}

/** Speaks a language by its messages; what has none is said in English. */
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
