import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { isHex } from '../encoding.ts'
import { parseTimeLike } from '../time.ts'
import { refuseUsage } from './io.ts'

/** Parses the arguments of a command that takes one FILE. Returns the file and the values of the options; throws a `CliProblem` for a wrong command line. */
export function parseWithFile<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  const { values, positionals } = parseStrictly(args, options)
  const [file, ...more] = positionals
  if (file === undefined || file === '') throw refuseUsage('a FILE is needed, or - for standard input')
  if (more.length > 0) throw refuseUsage('only one FILE can be given')
  return { file, values }
}

/** Parses the arguments of a command that takes no FILE. Returns the values of the options; throws a `CliProblem` for a wrong command line. */
export function parseWithoutFile<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  const { values, positionals } = parseStrictly(args, options)
  if (positionals.length > 0) throw refuseUsage('no FILE is expected here')
  return values
}

/** Parses an RFC 3339 time with a zone to milliseconds since 1970. Throws a `CliProblem` that names the option if it isn't such a time. */
export function parseTimeOption(name: string, text: string): number {
  const ms = parseTimeLike(text)
  if (!Number.isNaN(ms)) return ms
  throw refuseUsage(`--${name} must be an RFC 3339 time with its zone, such as 2026-01-31T12:00:00Z`)
}

/** Converts the seconds in an option to milliseconds. Throws a `CliProblem` that names the option if the text isn't a number of seconds. */
export function parseSecondsOption(name: string, text: string): number {
  if (/^\d{1,12}(\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1000)
  throw refuseUsage(`--${name} must be a number of seconds, such as 300`)
}

/** Returns the text of an option if it is a SHA-256 digest of 64 lower-case hex digits. Otherwise throws a `CliProblem` that names the option. */
export function parseDigestOption(name: string, text: string): string {
  if (isHex(text, 64)) return text
  throw refuseUsage(`--${name} must be a digest of 64 lower-case hex digits`)
}

function parseStrictly<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  const parsed = parseOrRefuse(args, options)
  const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  requireNoRepetition(names.filter((name) => options[name]?.multiple !== true))
  return parsed
}

function parseOrRefuse<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: mergeThumbprints(args), options, allowPositionals: true, tokens: true })
  } catch (error) {
    // The first sentence says what is wrong. The rest explains the parser.
    throw refuseUsage(error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? '') : 'the options cannot be read')
  }
}

// One thumbprint in 64 begins with a dash. parseArgs would take it for an option.
function mergeThumbprints(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const before = joined.at(-1)
    if (/^-[\w-]{42}$/.test(arg) && before?.startsWith('--')) joined[joined.length - 1] = `${before}=${arg}`
    else joined.push(arg)
  }
  return joined
}

// parseArgs keeps only the last value, so the first list of trusted keys would be silently ignored.
function requireNoRepetition(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw refuseUsage(`--${twice} is given twice`)
}
