import { chooseLanguage, type Language, type Say, type SayCount, type Speaker } from '@stillhere/messages'
import type { OperatorProblem } from '../operator-problem.ts'
import { createSpeakers } from '../speakers.ts'

const speakerOf = createSpeakers('terminal')

/** A text in the language of the terminal. */
export const say: Say = (text, ...values) => speaker().say(text, ...values)

/** A text that depends on a count, in the language of the terminal. */
export const sayCount: SayCount = (count, one, other, ...values) => speaker().sayCount(count, one, other, ...values)

/** What stopped a command, in the language of the terminal. */
export function sayProblem({ text, values }: OperatorProblem): string {
  const { say: sayText, fill } = speaker()
  return fill(sayText(text), values)
}

function speaker(): Speaker {
  return speakerOf(readSystemLanguage(process.env))
}

/**
 * The language of a terminal as POSIX has it (Base Definitions, section 8.2): LC_ALL stands over LC_MESSAGES, and that over LANG; empty
 * ones do not count. "de_AT.UTF-8" is German; "C", and whatever is not spoken here, is English.
 */
export function readSystemLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  return chooseLanguage([env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || 'C'])
}
