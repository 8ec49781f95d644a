import type { Messages } from '@stillhere/messages'
import type { Saying } from './sayings.ts'

/** The texts that one catalogue has to hold; `shared` are those that another one holds for all. */
export function wantedTexts(sayings: readonly Saying[], shared: readonly Saying[] = []): Map<string, Saying> {
  const elsewhere = new Set(shared.map(({ key }) => key))
  return new Map(sayings.filter(({ key }) => !elsewhere.has(key)).map((saying) => [saying.key, saying]))
}

/** What is wrong with a catalogue, a line each: texts that it lacks or nobody says, lost forms, lost names. */
export function catalogProblems(wanted: ReadonlyMap<string, Saying>, messages: Messages): string[] {
  const missing = [...wanted.values()]
    .filter(({ key }) => !Object.hasOwn(messages, key))
    .map(({ key, path, line }) => `lacks "${key}" (${path}:${line})`)
  const others = Object.entries(messages).flatMap(([key, message]) => {
    const saying = wanted.get(key)
    return saying ? messageProblems(saying, message) : [`has "${key}", which nobody says`]
  })
  return [...missing, ...others]
}

function messageProblems({ key, isCounted }: Saying, message: Messages[string]): string[] {
  if (isCounted !== (typeof message === 'object'))
    return [`"${key}" ${isCounted ? 'needs a form for each kind of count' : 'has no count'}`]
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  const names = namesIn(key)
  // "One day" has no need of its count.
  const lost = texts.filter((text) => namesIn(text) !== names && !(isCounted && namesIn(`${text}{count}`) === names))
  return lost.map((text) => `"${key}" has other names or marks than "${text}"`)
}

function namesIn(text: string): string {
  return [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].toSorted().join(' ')
}
