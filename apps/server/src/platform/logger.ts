import { styleText } from 'node:util'
import { destination, type DestinationStream, type Logger, pino } from 'pino'

export const LOG_LEVELS = ['info', 'debug', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_FORMATS = ['auto', 'json', 'text'] as const
/** `auto`: text on a terminal, JSON for programs. */
export type LogFormat = (typeof LOG_FORMATS)[number]

/** A log that buffers lines for up to a second; `flush` writes them at once. */
type Log = { logger: Logger; recent: RecentLines; flush: () => void }

const BUFFER_BYTES = 4096
const FLUSH_MS = 1000

type LogOptions = {
  level: LogLevel
  format: LogFormat
  /** The path of a file, or a file descriptor. */
  dest?: string | number
}

/**
 * Opens the service's log on standard error or `dest`, as lines of JSON or, for a terminal, of text. Returns the logger, the most recent
 * lines, and `flush`, which writes buffered lines.
 */
export function openServiceLog({ level, format, dest = 2 }: LogOptions): Log {
  const isText = format === 'text' || (format === 'auto' && process.stderr.isTTY)
  // A person who watches wants each line at once.
  const lines = destination({ dest, sync: isText, ...(isText ? {} : { minLength: BUFFER_BYTES }) })
  const recent = createRecentLines()
  const write = isText ? createTextWriter(lines, level) : (line: string) => void lines.write(line)
  const logger = createLogger(level, {
    write: (line) => {
      recent.add(line)
      write(line)
    },
  })
  if (!isText) setInterval(() => lines.flush(), FLUSH_MS).unref()
  return { logger, recent, flush: () => lines.flushSync() }
}

function createTextWriter(lines: DestinationStream, level: LogLevel): (line: string) => void {
  return (line) => {
    const text = formatLine(line, { all: level === 'debug' })
    if (text !== undefined) lines.write(`${text}\n`)
  }
}

/**
 * Creates a logger that writes lines of JSON to `lines`. Of a request it writes only method and route, because URL, headers and body may
 * contain e-mail addresses and tokens.
 */
export function createLogger(level: LogLevel, lines: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url ?? 'unknown' }),
        res: ({ statusCode }) => ({ status: statusCode }),
        err: describeError,
      },
    },
    lines,
  )
}

// The properties of an error may hold what a caller sent, so only these are written.
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name: type, message, stack } = error
  return { type, ...('code' in error ? { code: error.code } : {}), message, stack }
}

/** One parsed line of the log, with the members that are displayed. */
export type LogLine = {
  level: string
  time: string
  msg?: string
  method?: string
  route?: string
  status?: number
  ms?: number
  err?: { type?: string; message?: string; stack?: string }
}

/** The last log lines of this process, newest last. */
export type RecentLines = { add: (text: string) => void; list: () => readonly LogLine[] }

const KEPT_LINES = 500

/** Creates a buffer in memory of the last `limit` log lines, for the admin page. Routine responses aren't kept. */
export function createRecentLines(limit = KEPT_LINES): RecentLines {
  const lines: LogLine[] = []
  return {
    add: (text) => {
      const line = parseLine(text)
      if (line === undefined || isQuiet(line)) return
      lines.push(line)
      if (lines.length > limit) lines.shift()
    },
    list: () => lines,
  }
}

/** Returns whether a line reports a routine response: a page or a file that was served. */
function isQuiet({ method, route, status }: LogLine): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && (status ?? 0) < 400 && !/^\/(?:api|oidc|mcp)\b/.test(route ?? '/api')
}

/** Formats a JSON log line for a terminal; text that isn't JSON stays as it is. Returns undefined for a routine response unless `all` is true. */
export function formatLine(text: string, { all }: { all: boolean }): string | undefined {
  const line = parseLine(text)
  if (line === undefined) return text
  if (!all && isQuiet(line)) return undefined
  const time = formatStyled('dim', new Date(line.time).toTimeString().slice(0, 8))
  return `${time} ${formatLevel(line.level)}${line.route === undefined ? formatMessage(line) : formatAnswer(line)}`
}

type Style = Parameters<typeof styleText>[0]

// The log goes to standard error; styleText heeds NO_COLOR and FORCE_COLOR.
function formatStyled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stderr })
}

const LEVEL_STYLES: Readonly<Record<string, Style>> = { debug: 'dim', warn: 'yellow', error: 'red', fatal: 'red' }

function formatLevel(level: string): string {
  const style = LEVEL_STYLES[level]
  return style === undefined ? '' : `${formatStyled(style, level)} `
}

function formatAnswer({ method = '', route = '', status = 0, ms = 0, err, msg = '' }: LogLine): string {
  const said = msg === 'answered' ? '' : ` ${msg}`
  const took = formatStyled('dim', `${Math.round(ms)} ms`)
  return `${method.padEnd(6)} ${formatStyled(selectStyle(status), String(status))} ${route} ${took}${said}${formatError(err)}`
}

function selectStyle(status: number): Style {
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}

function formatMessage({ msg = '', err }: LogLine): string {
  return `${msg}${formatError(err)}`
}

function formatError(err: LogLine['err']): string {
  return err === undefined ? '' : `\n${err.stack ?? `${err.type}: ${err.message}`}`
}

function parseLine(text: string): LogLine | undefined {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return undefined
  }
}
