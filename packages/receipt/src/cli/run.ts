import { digest } from './digest.ts'
import { HELP } from './help.ts'
import { inspect } from './inspect.ts'
import type { Io } from './io.ts'
import { keygen } from './keygen.ts'
import { printable } from './printable.ts'
import { CliProblem, EXIT, type ExitCode, wrongUsage } from './problem.ts'
import { sign } from './sign.ts'
import { verify } from './verify.ts'

type Command = (args: readonly string[], io: Io) => Promise<ExitCode>

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['verify', verify],
  ['inspect', inspect],
  ['digest', digest],
  ['keygen', keygen],
  ['sign', sign],
])

/** Runs one command line and returns its exit code. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(args, io)
  } catch (problem) {
    if (!(problem instanceof CliProblem)) throw problem
    const hint = problem.exitCode === EXIT.WRONG_USAGE ? `; see "${helpCommandFor(args)}"` : ''
    io.writeError(`stillhere-receipt: ${printable(problem.message)}${hint}\n`)
    return problem.exitCode
  }
}

async function dispatch([name, ...args]: readonly string[], io: Io): Promise<ExitCode> {
  if (name === undefined) throw wrongUsage('a command is needed')
  if (name === '--version') return print(`${io.version()}\n`, io)
  if (name === 'help' || isHelpOption(name)) return print(helpOn(args[0] ?? ''), io)
  const command = COMMANDS.get(name)
  if (command === undefined) throw wrongUsage(`there is no command "${name}"`)
  return asksForHelp(args) ? print(helpOn(name), io) : command(args, io)
}

function print(text: string, io: Io): ExitCode {
  io.write(text)
  return EXIT.VALID
}

function helpOn(name: string): string {
  const text = HELP.get(name)
  if (text === undefined) throw wrongUsage(`there is no command "${name}"`)
  return text
}

// Behind "--" stand only names of files.
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some(isHelpOption)
}

function isHelpOption(argument: string): boolean {
  return argument === '--help' || argument === '-h'
}

function helpCommandFor([name = '']: readonly string[]): string {
  return COMMANDS.has(name) ? `stillhere-receipt ${name} --help` : 'stillhere-receipt --help'
}
