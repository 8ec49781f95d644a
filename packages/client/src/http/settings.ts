import type { CallOptions, ClientOptions, Runtime } from './options.ts'
import { readBase } from './request.ts'

/** The checked options of a client, with defaults. */
export type Settings = Pick<ClientOptions, 'token' | 'siteSecret' | 'adminSecret' | 'timeoutMs'> & {
  base: string
  fetch: typeof globalThis.fetch
  retries: number
  maxWaitMs: number
  runtime: Runtime
}

/** The limits of one call. */
export type Limits = { timeoutMs: number; retries: number }

const TIMEOUT_MS = 30_000
// Node's fetch doesn't wait longer for the first byte.
const CALIBRATION_TIMEOUT_MS = 300_000

/** Checks the options of a client and adds the defaults. Throws a TypeError for an invalid address, timeout or number of retries. */
export function readSettings(options: ClientOptions): Settings {
  const {
    baseUrl,
    token,
    siteSecret,
    adminSecret,
    fetch,
    timeoutMs,
    retries = 3,
    maxWaitMs = 10_000,
    runtime,
  } = options
  requireNumber('timeoutMs', timeoutMs ?? TIMEOUT_MS, 1)
  return {
    base: readBase(baseUrl),
    token,
    siteSecret,
    adminSecret,
    timeoutMs,
    // Read late, so that a page can replace it, and called without a receiver, because browsers reject any other than the window.
    fetch: fetch ?? ((...given) => globalThis.fetch(...given)),
    retries: requireNumber('retries', retries, 0),
    maxWaitMs: requireNumber('maxWaitMs', maxWaitMs, 0),
    runtime: { ...SYSTEM_RUNTIME, ...runtime },
  }
}

const SYSTEM_RUNTIME: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: waitMs,
  newKey: createKey,
}

function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

// crypto.randomUUID is missing on insecure pages, such as http:// in a local network.
function createKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns the timeout and the number of retries for one call of the endpoint `name`: from the call's options, else from the client's settings.
 * Throws a TypeError for an invalid number.
 */
export function readLimits(settings: Settings, name: string, options: CallOptions): Limits {
  const isLong = name === 'runCalibration' && options.respondAsync !== true
  const usual = settings.timeoutMs ?? (isLong ? CALIBRATION_TIMEOUT_MS : TIMEOUT_MS)
  return {
    timeoutMs: requireNumber('timeoutMs', options.timeoutMs ?? usual, 1),
    retries: requireNumber('retries', options.retries ?? settings.retries, 0),
  }
}

function requireNumber(name: string, value: number, least: number): number {
  if (typeof value === 'number' && value >= least) return value
  throw new TypeError(`${name} must be a number of at least ${least}`)
}
