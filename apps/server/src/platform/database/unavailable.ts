import { DatabaseError } from 'pg'

// Classes of SQLSTATE (appendix A of PostgreSQL's manual): connection, out of resources, operator intervention.
const PASSING_CLASSES = ['08', '53', '57']
const READ_ONLY = '25006'
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
// The driver gives these no code.
const DRIVER_WORDS =
  /^Connection terminated|^timeout expired|^Query read timeout|timeout exceeded when trying to connect|^Client has encountered|^Cannot use a pool after/

const SYSTEM_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])

/** The host answers, but only reads. */
export class ReadOnlyError extends Error {
  constructor() {
    super('the database takes no writes')
  }
}

/** Whether the database, not the request, is why something failed: it restarts, is full or cannot be reached. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return PASSING_CLASSES.includes(error.code?.slice(0, 2) ?? '') || error.code === READ_ONLY
  }
  if (error instanceof ReadOnlyError) return true
  // One error for each address of a name.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  if ('syscall' in error && 'code' in error && SYSTEM_CODES.has(String(error.code))) {
    return SYSTEM_CALLS.has(String(error.syscall))
  }
  return DRIVER_WORDS.test(error.message)
}
