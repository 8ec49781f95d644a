import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { OperatorProblem } from '@stillhere/messages'
import { readSettings } from '../../platform/settings/settings.ts'
import { sayProblem } from '../../platform/speakers.ts'
import { type Command, EXIT, openProgress, UnreadableProblem, UsageProblem } from './command.ts'
import { usageOf, writeCommandHelp, writeHelp } from './help.ts'

// Each is loaded when it is called: all of them together take a second and a half of CPU.
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  setup: async () => (await import('./operate.ts')).setup,
  invite: async () => (await import('./operate.ts')).invite,
  site: async () => (await import('./site.ts')).site,
  doctor: async () => (await import('./doctor.ts')).doctor,
  migrate: async () => (await import('./operate.ts')).migrateCommand,
  calibrate: async () => (await import('./calibrate.ts')).calibrate,
  research: async () => (await import('./research.ts')).research,
  backup: async () => (await import('./backup.ts')).runBackup,
  restore: async () => (await import('./backup.ts')).restore,
  verify: async () => (await import('./verify.ts')).verify,
  mcp: async () => (await import('./mcp.ts')).mcp,
  'rotate-key': async () => (await import('./operate.ts')).rotateKeyCommand,
  'unbind-wallet': async () => (await import('./operate.ts')).unbindWalletCommand,
  roots: async () => (await import('./roots.ts')).roots,
  'free-agent': async () => (await import('./operate.ts')).freeAgentCommand,
}

/** Runs one command of the command line and sets the exit code. */
export async function runCli(args: readonly string[]): Promise<void> {
  const [name = 'help', ...rest] = args
  const progress = openProgress()
  try {
    if (['version', '--version', '-v'].includes(name)) return console.log(readVersion())
    if (name === 'help' || isHelpOption(name)) return console.log(rest[0] === undefined ? writeHelp() : helpOn(rest[0]))
    const load = findCommand(name)
    if (asksForHelp(rest)) return console.log(helpOn(name))
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
    process.exitCode = chooseExitCode(error)
    console.error(explain(error, name))
  }
}

/** The names of all commands. */
export function listCommands(): string[] {
  return Object.keys(COMMANDS)
}

function findCommand(name: string): () => Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (load === undefined) throw new UsageProblem('there is no command {name}', { name: JSON.stringify(name) })
  return load
}

function helpOn(name: string): string {
  findCommand(name)
  return writeCommandHelp(name)
}

// Behind "--" stand only words.
function asksForHelp(args: readonly string[]): boolean {
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

function chooseExitCode(error: unknown): number {
  if (error instanceof UsageProblem) return EXIT.WRONG_USAGE
  return error instanceof UnreadableProblem ? EXIT.UNREADABLE : EXIT.FAILED
}

function explain(error: unknown, name: string): unknown {
  if (error instanceof UsageProblem)
    return `${sayProblem(error)}\n${styleText('dim', usageOf(name), { stream: process.stderr })}`
  return error instanceof OperatorProblem ? sayProblem(error) : error
}
