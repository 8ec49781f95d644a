import { digest, inspect, keygen, sign } from './commands.ts'
import { HELP } from './help.ts'
import { CliProblem, EXIT, type ExitCode, type Io, systemIo, watchOutput, wrongUsage } from './io.ts'
import { printable } from './table.ts'
import { verify } from './verify.ts'

/** Runs this process's command line and sets its exit code, so that pending output is still written. */
export async function main(): Promise<void> {
  watchOutput()
  try {
    process.exitCode = await run(process.argv.slice(2), systemIo())
  } catch (error) {
    // Left uncaught, a bug would end with 1, which means that a receipt is invalid.
    console.error(error)
    process.exitCode = EXIT.BUG
  }
}

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
