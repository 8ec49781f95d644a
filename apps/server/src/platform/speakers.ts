import { readFileSync } from 'node:fs'
import {
  type OperatorProblem,
  chooseLanguage,
  createSpeaker,
  type Language,
  type Messages,
  type Say,
  type SayCount,
  type Speaker,
} from '@stillhere/messages'

const speakerOf = createSpeakers('terminal')

/** Translates a text into the language of the terminal. */
export const say: Say = (text, ...values) => loadTerminalSpeaker().say(text, ...values)

/** Translates a text that depends on a count into the language of the terminal. */
export const sayCount: SayCount = (count, one, other, ...values) =>
  loadTerminalSpeaker().sayCount(count, one, other, ...values)

/** Formats the problem that stopped a command, in the language of the terminal. */
export function formatProblem({ text, values }: OperatorProblem): string {
  const { say: sayText, fill } = loadTerminalSpeaker()
  return fill(sayText(text), values)
}

function loadTerminalSpeaker(): Speaker {
  return speakerOf(readSystemLanguage(process.env))
}

/**
 * Returns the language of a terminal by its environment variables (POSIX, Base Definitions, section 8.2): the first of LC_ALL, LC_MESSAGES
 * and LANG that isn't empty. "de_AT.UTF-8" is German; "C" and unsupported languages are English.
 */
export function readSystemLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  return chooseLanguage([env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || 'C'])
}

const LOCALES = new URL('../../../../locales/', import.meta.url)

/**
 * Returns a function that returns the translator of an area of `locales/` for a language. The file of a language is read on first use;
 * English needs no file.
 */
export function createSpeakers(area: string): (language: Language) => Speaker {
  const speakers = new Map<Language, Speaker>([['en', createSpeaker('en')]])
  return (language) => {
    const speaker = speakers.get(language) ?? createSpeaker(language, readMessages(language, area))
    speakers.set(language, speaker)
    return speaker
  }
}

function readMessages(language: Language, area: string): Messages {
  const locale: Record<string, Messages> = JSON.parse(readFileSync(new URL(`${language}.json`, LOCALES), 'utf8'))
  const messages = locale[area]
  if (messages === undefined) throw new Error(`locales/${language}.json has no area ${area}`)
  return messages
}
