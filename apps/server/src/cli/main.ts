import { styleText } from 'node:util'
import { OperatorProblem } from '../operator-problem.ts'
import { readSettings } from '../settings/settings.ts'
import { sayProblem } from '../terminal/voice.ts'
import { type Command, EXIT, UnreadableProblem, UsageProblem } from './command.ts'
import { usageOf, writeHelp } from './help.ts'
import { openProgress } from './progress.ts'

// Each is loaded when it is called: all of them together take a second and a half of CPU.
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  setup: async () => (await import('./setup.ts')).setup,
  invite: async () => (await import('./invite.ts')).invite,
  site: async () => (await import('./site.ts')).site,
  doctor: async () => (await import('./doctor.ts')).doctor,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  calibrate: async () => (await import('./calibrate.ts')).calibrate,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  verify: async () => (await import('./verify.ts')).verify,
  mcp: async () => (await import('./mcp.ts')).mcp,
  'rotate-key': async () => (await import('./rotate-key.ts')).rotateKeyCommand,
  'unbind-wallet': async () => (await import('./unbind-wallet.ts')).unbindWalletCommand,
  'free-agent': async () => (await import('./free-agent.ts')).freeAgentCommand,
}

/** Runs one command of the command line and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const [name = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) return console.log(writeHelp())
  const progress = openProgress()
  try {
    const load = COMMANDS[name]
    if (load === undefined) throw new UsageProblem('there is no command {name}', { name: JSON.stringify(name) })
    const print = (line: string) => {
      progress.end()
      console.log(line)
    }
    const settings = readSettings(process.env)
    const command = await load()
    const exitCode = await command(rest, {
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

function chooseExitCode(error: unknown): number {
  if (error instanceof UsageProblem) return EXIT.WRONG_USAGE
  return error instanceof UnreadableProblem ? EXIT.UNREADABLE : EXIT.FAILED
}

function explain(error: unknown, name: string): unknown {
  if (error instanceof UsageProblem)
    return `${sayProblem(error)}\n${styleText('dim', usageOf(name), { stream: process.stderr })}`
  return error instanceof OperatorProblem ? sayProblem(error) : error
}
