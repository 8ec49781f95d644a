import { styleText } from 'node:util'
import { DatabaseProblem } from '../database/problem.ts'
import { SettingProblem, readSettings } from '../settings/settings.ts'
import { backup } from './backup.ts'
import { calibrate } from './calibrate.ts'
import { type Command, UsageProblem } from './command.ts'
import { doctor } from './doctor.ts'
import { freeAgentCommand } from './free-agent.ts'
import { HELP, usageOf } from './help.ts'
import { invite } from './invite.ts'
import { mcp } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { openProgress } from './progress.ts'
import { restore } from './restore.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { serve } from './serve.ts'
import { setup } from './setup.ts'
import { site } from './site.ts'
import { unbindWalletCommand } from './unbind-wallet.ts'
import { verify } from './verify.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  setup,
  invite,
  site,
  doctor,
  migrate: migrateCommand,
  calibrate,
  backup,
  restore,
  verify,
  mcp,
  'rotate-key': rotateKeyCommand,
  'unbind-wallet': unbindWalletCommand,
  'free-agent': freeAgentCommand,
}

/** Runs one command of the command line and sets the exit code: 0 done, 1 failed, 2 not understood. */
export async function main(args: readonly string[]): Promise<void> {
  const [name = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) return console.log(HELP)
  const progress = openProgress()
  try {
    const command = COMMANDS[name]
    if (command === undefined) throw new UsageProblem(`there is no command ${JSON.stringify(name)}`)
    const print = (line: string) => {
      progress.end()
      console.log(line)
    }
    const exitCode = await command(rest, {
      settings: readSettings(process.env),
      print,
      showProgress: progress.show,
    })
    if (exitCode !== undefined) process.exitCode = exitCode
  } catch (error) {
    progress.end()
    process.exitCode = error instanceof UsageProblem ? 2 : 1
    console.error(explain(error, name))
  }
}

function explain(error: unknown, name: string): unknown {
  if (error instanceof UsageProblem)
    return `${error.message}\n${styleText('dim', usageOf(name), { stream: process.stderr })}`
  return error instanceof SettingProblem || error instanceof DatabaseProblem ? error.message : error
}
