import { type DestinationStream, destination, type Logger, pino } from 'pino'

export const LOG_LEVELS = ['info', 'debug', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A log that gathers lines and writes them at the latest a second later; `flush` writes what is left. */
export type Log = { logger: Logger; flush: () => void }

const BUFFER_BYTES = 4096
const FLUSH_MS = 1000

/** Lines of JSON on standard error: standard output is for what people read. */
export function openServiceLog(level: LogLevel): Log {
  const lines = destination({ dest: 2, sync: false, minLength: BUFFER_BYTES })
  const flush = () => lines.flushSync()
  setInterval(() => lines.flush(), FLUSH_MS).unref()
  return { logger: createLogger(level, lines), flush }
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
