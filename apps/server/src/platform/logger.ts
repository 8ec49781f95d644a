import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { createRecentLines, formatLine, type RecentLines } from './log-lines.ts'

export const LOG_LEVELS = ['info', 'debug', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_FORMATS = ['auto', 'json', 'text'] as const
/** `auto`: text on a terminal, JSON for programs. */
export type LogFormat = (typeof LOG_FORMATS)[number]

/** A log that gathers lines and writes them at the latest a second later; `flush` writes what is left. */
export type Log = { logger: Logger; recent: RecentLines; flush: () => void }

const BUFFER_BYTES = 4096
const FLUSH_MS = 1000

type LogOptions = {
  level: LogLevel
  format: LogFormat
  /** A file, or the number of an open one. */
  dest?: string | number
}

/** Writes to standard error, since standard output is for what people asked for: lines of JSON, or of text on a terminal. */
export function openServiceLog({ level, format, dest = 2 }: LogOptions): Log {
  const isText = format === 'text' || (format === 'auto' && process.stderr.isTTY)
  // A person who watches wants each line at once.
  const lines = destination({ dest, sync: isText, ...(isText ? {} : { minLength: BUFFER_BYTES }) })
  const recent = createRecentLines()
  const write = isText ? writeText(lines, level) : (line: string) => void lines.write(line)
  const logger = createLogger(level, {
    write: (line) => {
      recent.add(line)
      write(line)
    },
  })
  if (!isText) setInterval(() => lines.flush(), FLUSH_MS).unref()
  return { logger, recent, flush: () => lines.flushSync() }
}

function writeText(lines: DestinationStream, level: LogLevel): (line: string) => void {
  return (line) => {
    const text = formatLine(line, { all: level === 'debug' })
    if (text !== undefined) lines.write(`${text}\n`)
  }
}

/** Of a request only method and route are written: URL, headers and body may hold e-mail addresses and tokens. */
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
