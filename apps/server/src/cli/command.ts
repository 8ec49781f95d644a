import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Settings } from '../settings.ts'
import { UsageProblem } from './problem.ts'

/** What a command works with. */
type Surroundings = { settings: Settings; print: (line: string) => void }

/** A command of the command line; its number is the exit code. */
export type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number | undefined>

/** Reads options and exactly these words; anything else is refused. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options, words = [] }: { options: Options; words?: readonly string[] },
) {
  const parsed = parse(args, options)
  if (parsed.positionals.length === words.length) return parsed
  throw new UsageProblem(
    words.length === 0
      ? 'no further words are expected here'
      : `exactly one ${words.join(' and one ')} is expected here`,
  )
}

function parse<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error))
  }
}
