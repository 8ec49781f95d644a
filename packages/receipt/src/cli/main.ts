import { runDigest, runInspect, runKeygen, runSign } from './commands.ts'
import { HELP } from './help.ts'
import { CliProblem, EXIT, type ExitCode, type Io, createSystemIo, watchOutput, refuseUsage } from './io.ts'
import { toPrintable } from './table.ts'
import { runVerify } from './verify.ts'

/** Runs the command line of this process and sets its exit code. Doesn't call `process.exit`, so that pending output is still written. */
export async function main(): Promise<void> {
  watchOutput()
  try {
    process.exitCode = await run(process.argv.slice(2), createSystemIo())
  } catch (error) {
    // Without this, a bug would end with 1, which means that a receipt is invalid.
    console.error(error)
    process.exitCode = EXIT.BUG
  }
}

type Command = (args: readonly string[], io: Io) => Promise<ExitCode>

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['verify', runVerify],
  ['inspect', runInspect],
  ['digest', runDigest],
  ['keygen', runKeygen],
  ['sign', runSign],
])

/** Runs a command line (without program name) and resolves to the exit code. Prints a `CliProblem` to standard error; rejects with any other error, which is a bug. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await runCommand(args, io)
  } catch (problem) {
    if (!(problem instanceof CliProblem)) throw problem
    const hint = problem.exitCode === EXIT.WRONG_USAGE ? `; see "${describeHelpCommand(args)}"` : ''
    io.writeError(`stillhere-receipt: ${toPrintable(problem.message)}${hint}\n`)
    return problem.exitCode
  }
}

async function runCommand([name, ...args]: readonly string[], io: Io): Promise<ExitCode> {
  if (name === undefined) throw refuseUsage('a command is needed')
  if (name === '--version') return writeText(`${io.version()}\n`, io)
  if (name === 'help' || isHelpOption(name)) return writeText(findHelp(args[0] ?? ''), io)
  const command = COMMANDS.get(name)
  if (command === undefined) throw refuseUsage(`there is no command "${name}"`)
  return hasHelpOption(args) ? writeText(findHelp(name), io) : command(args, io)
}

function writeText(text: string, io: Io): ExitCode {
  io.write(text)
  return EXIT.VALID
}

function findHelp(name: string): string {
  const text = HELP.get(name)
  if (text === undefined) throw refuseUsage(`there is no command "${name}"`)
  return text
}

// After "--" there are only file names.
function hasHelpOption(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some(isHelpOption)
}

function isHelpOption(argument: string): boolean {
  return argument === '--help' || argument === '-h'
}

function describeHelpCommand([name = '']: readonly string[]): string {
  return COMMANDS.has(name) ? `stillhere-receipt ${name} --help` : 'stillhere-receipt --help'
}
