import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { WriteStream } from 'node:tty'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { OperatorProblem } from '@stillhere/messages'
import { computePaths, DataFolderInUse, toConnection } from '@stillhere/postgres'
import { openDatabase } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { DATA_DIR, SANDBOX_DATA_DIR, SettingProblem, type Settings } from '../../platform/settings/settings.ts'
import { type Data, openData, startService } from '../start.ts'

// Standard output is for what the command prints; that it makes a database is for the person who runs it.
const showAside = (line: string): void => console.error(line)

/**
 * Opens the service's database for a command, whether or not the service is running. If the running service has started the embedded database,
 * the command connects to that through its socket. Throws if the settings suggest that the person forgot --sandbox.
 */
export async function openBesideService(settings: Settings, log: (line: string) => void): Promise<Data> {
  const problem = findForgottenSandbox(settings)
  if (problem) throw problem
  try {
    return await openData(settings, log)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const db = openDatabase({ connection: toConnection(computePaths(realpathSync(settings.dataDir))), max: 2 })
    return { db, stop: () => db.close() }
  }
}

/**
 * Returns the problem that the person probably forgot --sandbox: the default data folder in `folder` has no database, but the sandbox's data
 * folder beside it does. Returns undefined otherwise.
 */
export function findForgottenSandbox(
  { dataDir, sandbox, databaseUrls }: Settings,
  folder = process.cwd(),
): SettingProblem | undefined {
  const own = resolve(folder, DATA_DIR)
  const other = resolve(folder, SANDBOX_DATA_DIR)
  const isPossible = !sandbox && databaseUrls === undefined && dataDir === own
  if (!isPossible || hasDatabase(own) || !hasDatabase(other)) return undefined
  return new SettingProblem(
    'there is no database in {own}, but a sandbox in {other}: add --sandbox or set SANDBOX=yes',
    {
      own,
      other,
    },
  )
}

function hasDatabase(dataDir: string): boolean {
  return existsSync(computePaths(dataDir).cluster)
}

/**
 * Starts the service without a listener, whether or not another process runs it, calls `work` with it, and returns its exit code. If `work`
 * throws a RequestProblem, prints the message and returns 1.
 */
export async function runBesideService(
  { settings, print }: Surroundings,
  work: (service: Service) => Promise<number>,
): Promise<number> {
  const { service, stop } = await startService(settings, showAside, openBesideService)
  try {
    return await work(service)
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    print(error.message)
    return 1
  } finally {
    await stop()
  }
}

/** The dependencies of a command: settings, output, and progress display. */
type Surroundings = { settings: Settings; print: (line: string) => void; showProgress: ShowProgress }

/** A command of the command line. It resolves to the exit code, or to undefined to leave the exit code alone. */
export type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number | undefined>

/**
 * Parses the command-line arguments of a command: the given options, and one positional argument if `word` (its name in messages) is set. Throws
 * a UsageProblem for anything else.
 */
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

/** Exit codes, as in `stillhere-receipt`. Wrong usage is 64 (sysexits.h), so that a mistyped option is never taken for a verdict. */
export const EXIT = { DONE: 0, FAILED: 1, ISSUER_UNKNOWN: 2, UNREADABLE: 3, WRONG_USAGE: 64 } as const

/** Thrown if a file that a command needs can't be read or has the wrong format. */
export class UnreadableProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** Thrown if the command line is wrong. */
export class UsageProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** Shows the progress of a long command: a share from 0 to 1, and what it's doing. */
export type ShowProgress = (share: number, doing: string) => void

/** The progress display of a long command. `end` removes the bar, so that other output can follow. */
type Progress = { show: ShowProgress; end: () => void }

type Stream = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number }

/**
 * Opens a progress display on a stream. On a terminal it is a bar that is redrawn in place; otherwise a line is written for every tenth, so that
 * a log stays readable.
 */
export function openProgress(stream: Stream = process.stderr): Progress {
  return stream.isTTY ? openBar(stream) : openLines(stream)
}

const BAR_CELLS = 24
const CLEAR_LINE = '\r\u001B[K'

function openBar(stream: Stream): Progress {
  let isDrawn = false
  const show: ShowProgress = (share, doing) => {
    isDrawn = true
    stream.write(`${CLEAR_LINE}${drawBar(share)} ${formatShare(share)}  ${doing}`.slice(0, readWidth(stream)))
  }
  const end = () => {
    if (isDrawn) stream.write(CLEAR_LINE)
    isDrawn = false
  }
  return { show, end }
}

// A longer line would wrap, and what wraps cannot be drawn over. Escape sequences take no room, so this errs on the long side by little.
function readWidth({ columns = 80 }: Stream): number {
  return columns + CLEAR_LINE.length
}

/** Returns a text of 24 filled and empty cells for a share from 0 to 1. Other shares are clamped. */
export function drawBar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`
}

function openLines(stream: Stream): Progress {
  let shown = -1
  const show: ShowProgress = (share, doing) => {
    const tenths = Math.floor(share * 10)
    if (tenths !== shown) stream.write(`${formatShare(tenths / 10)}  ${doing}\n`)
    shown = tenths
  }
  return { show, end: () => {} }
}

function formatShare(share: number): string {
  return `${String(Math.round(share * 100)).padStart(3)} %`
}
