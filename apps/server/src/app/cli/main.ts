import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { OperatorProblem } from '@stillhere/messages'
import { readSettings } from '../../platform/settings/settings.ts'
import { formatProblem } from '../../platform/speakers.ts'
import { type Command, EXIT, openProgress, UnreadableProblem, UsageProblem } from './command.ts'
import { formatUsage, formatCommandHelp, formatHelp } from './help.ts'

// Each is loaded when it is called: all of them together take a second and a half of CPU.
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).runServe,
  setup: async () => (await import('./operate.ts')).runSetup,
  invite: async () => (await import('./operate.ts')).runInvite,
  site: async () => (await import('./site.ts')).runSite,
  doctor: async () => (await import('./doctor.ts')).runDoctor,
  migrate: async () => (await import('./operate.ts')).runMigrate,
  calibrate: async () => (await import('./calibrate.ts')).runCalibrate,
  research: async () => (await import('./research.ts')).runResearch,
  backup: async () => (await import('./backup.ts')).runBackup,
  restore: async () => (await import('./backup.ts')).runRestore,
  verify: async () => (await import('./verify.ts')).runVerify,
  mcp: async () => (await import('./mcp.ts')).runMcp,
  'rotate-key': async () => (await import('./operate.ts')).runRotateKey,
  'unbind-wallet': async () => (await import('./operate.ts')).runUnbindWallet,
  roots: async () => (await import('./roots.ts')).runRoots,
  'free-agent': async () => (await import('./operate.ts')).runFreeAgent,
}

/** Runs the command that the arguments name and sets the exit code of the process. Prints an error to stderr instead of throwing it. */
export async function runCli(args: readonly string[]): Promise<void> {
  const [name = 'help', ...rest] = args
  const progress = openProgress()
  try {
    if (['version', '--version', '-v'].includes(name)) return console.log(readVersion())
    if (name === 'help' || isHelpOption(name))
      return console.log(rest[0] === undefined ? formatHelp() : findHelp(rest[0]))
    const load = findCommand(name)
    if (isHelpWanted(rest)) return console.log(findHelp(name))
    const print = (line: string) => {
      progress.end()
      console.log(line)
    }
    const given = rest.filter((word) => word !== '--sandbox')
    const settings = readSettings(given.length < rest.length ? { ...process.env, SANDBOX: 'yes' } : process.env)
    const command = await load()
    const exitCode = await command(given, {
      settings,
      print,
      showProgress: progress.show,
    })
    if (exitCode !== undefined) process.exitCode = exitCode
  } catch (error) {
    progress.end()
    process.exitCode = selectExitCode(error)
    console.error(explain(error, name))
  }
}

/** Lists the names of all commands of the command line, in the order of their registration. */
export function listCommands(): string[] {
  return Object.keys(COMMANDS)
}

function findCommand(name: string): () => Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (load === undefined) throw new UsageProblem('there is no command {name}', { name: JSON.stringify(name) })
  return load
}

function findHelp(name: string): string {
  findCommand(name)
  return formatCommandHelp(name)
}

// Behind "--" stand only words.
function isHelpWanted(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some(isHelpOption)
}

function isHelpOption(word: string): boolean {
  return word === '--help' || word === '-h'
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function selectExitCode(error: unknown): number {
  if (error instanceof UsageProblem) return EXIT.WRONG_USAGE
  return error instanceof UnreadableProblem ? EXIT.UNREADABLE : EXIT.FAILED
}

function explain(error: unknown, name: string): unknown {
  if (error instanceof UsageProblem)
    return `${formatProblem(error)}\n${styleText('dim', formatUsage(name), { stream: process.stderr })}`
  return error instanceof OperatorProblem ? formatProblem(error) : error
}
