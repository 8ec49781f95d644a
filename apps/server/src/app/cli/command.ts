import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { OperatorProblem } from '../../platform/operator-problem.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { ShowProgress } from './progress.ts'

/** What a command works with. */
export type Surroundings = { settings: Settings; print: (line: string) => void; showProgress: ShowProgress }

/** A command of the command line; its number is the exit code. */
export type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number | undefined>

/** Reads options and the one word that is expected, if any; anything else is refused. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options, word }: { options: Options; word?: string },
) {
  const parsed = parse(args, options)
  if (parsed.positionals.length === (word === undefined ? 0 : 1)) return parsed
  throw word === undefined
    ? new UsageProblem('no further words are expected here')
    : new UsageProblem('exactly one {word} is expected here', { word })
}

function parse<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // Only the first sentence says what was wrong; the rest explains the parser.
    throw new UsageProblem(error instanceof Error ? (error.message.split(/\.\s/)[0] ?? '') : String(error))
  }
}

/** Exit codes, as in `stillhere-receipt`: 64 is that of sysexits.h, so that a mistyped option is never taken for a verdict. */
export const EXIT = { DONE: 0, FAILED: 1, ISSUER_UNKNOWN: 2, UNREADABLE: 3, WRONG_USAGE: 64 } as const

/** A file of a command that cannot be read, or doesn't hold JSON. */
export class UnreadableProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** A command line that cannot be understood. */
export class UsageProblem<Text extends string = string> extends OperatorProblem<Text> {}
