import { type Failure, isUnderWay, readAnswer, computeRetryWaitMs } from './answer.ts'
import { ENDPOINT_TABLE, type EndpointRow } from './endpoint-table.ts'
import { CallError, NetworkError, ProblemError, TimeoutError } from './errors.ts'
import type { CallOptions, Client, ClientOptions } from './options.ts'
import { type Input, createHeaders, createTarget } from './request.ts'
import { type Limits, readLimits, readSettings, type Settings } from './settings.ts'

/**
 * Creates a client of the service at `baseUrl`, with one method for each endpoint. It repeats failed calls if that is safe.
 *
 * @returns the client. Each method takes the members of path, query and body in one object, and resolves to the response.
 * @throws {TypeError} for invalid options. Methods reject with a ProblemError if the service refuses, and with a NetworkError, a TimeoutError
 *   or an AnswerError if there is no usable response.
 * @example
 * const state = await createClient({ baseUrl, token }).getEntropy({ email })
 */
export function createClient(options: ClientOptions): Client {
  const settings = readSettings(options)
  const methodOf = (name: string, row: EndpointRow) => {
    return async (input: Input = {}, callOptions: CallOptions = {}) =>
      runCall(settings, { name, row, input, options: callOptions })
  }
  const methods = Object.entries(ENDPOINT_TABLE).map(([name, row]) => [name, methodOf(name, row)])
  return Object.fromEntries(methods) as Client
}

type Call = { name: string; row: EndpointRow; input: Input; options: CallOptions }

/** Runs one call with all its retries. */
async function runCall(settings: Settings, call: Call): Promise<unknown> {
  const { name, options } = call
  const limits = readLimits(settings, name, options)
  const { path, body } = createTarget(call.row, call.input)
  const deadline = startDeadline(options.signal, limits.timeoutMs, () => createTimeoutError(name, limits))
  const { signal } = deadline
  try {
    const idempotencyKey = selectIdempotencyKey(settings, call)
    const headers = await waitUnlessAborted(signal, createHeaders(settings, { ...call, body, idempotencyKey }))
    const init: Init = {
      method: call.row[0],
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    }
    return await runTries({ settings, limits, signal, isRepeatable: isRepeatable(call, idempotencyKey) }, () =>
      sendOnce(settings, { name, url: settings.base + path, init }),
    )
  } catch (error) {
    // After an abort, the caller gets the reason of the abort and not its side effects.
    throw signal.aborted ? signal.reason : error
  } finally {
    deadline.release()
  }
}

type Init = RequestInit & { signal: AbortSignal }
type Try = { name: string; url: string; init: Init }

async function sendOnce(settings: Settings, one: Try): Promise<unknown> {
  const { signal } = one.init
  const response = await waitUnlessAborted(signal, send(settings, one))
  return waitUnlessAborted(signal, readAnswer(one.name, response, settings.runtime.now()))
}

async function send({ fetch }: Settings, { name, url, init }: Try): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw new NetworkError(name, 'the service cannot be reached', { cause })
  }
}

type Tries = { settings: Settings; limits: Limits; signal: AbortSignal; isRepeatable: boolean }

async function runTries(tries: Tries, attempt: () => Promise<unknown>): Promise<unknown> {
  const { runtime } = tries.settings
  const endsAtMs = runtime.now() + tries.limits.timeoutMs
  for (let attempts = 1, failures = 0; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const failure = toFailure(error)
      const waitMs = failure && computeWaitMs(failure, { ...tries, failures, leftMs: endsAtMs - runtime.now() })
      if (error instanceof CallError) error.attempts = attempts
      if (failure === undefined || waitMs === undefined || tries.signal.aborted) throw error
      if (!isUnderWay(failure)) failures++
      await runtime.sleep(waitMs, tries.signal)
      if (tries.signal.aborted) throw error
    }
  }
}

/** Converts an error to what decides about another try; undefined if another try can't help. */
function toFailure(error: unknown): Failure | undefined {
  if (error instanceof ProblemError) return error
  return error instanceof NetworkError ? {} : undefined
}

function computeWaitMs(
  failure: Failure,
  { settings, limits, isRepeatable: repeatable, failures, leftMs }: Tries & { failures: number; leftMs: number },
): number | undefined {
  return computeRetryWaitMs(failure, {
    isRepeatable: repeatable,
    failures,
    retries: limits.retries,
    longestWaitMs: Math.min(settings.maxWaitMs, leftMs),
    random: settings.runtime.random(),
  })
}

function selectIdempotencyKey(
  { runtime }: Settings,
  { row: [method, , , ...traits], options }: Call,
): string | undefined {
  const needsOne = method === 'POST' && !traits.includes('repeatable')
  return options.idempotencyKey ?? (needsOne ? runtime.newKey() : undefined)
}

// The service supports Idempotency-Key only for POST.
function isRepeatable({ row: [method, , , ...traits] }: Call, idempotencyKey: string | undefined): boolean {
  if (method === 'GET' || method === 'PUT' || method === 'DELETE' || traits.includes('repeatable')) return true
  return method === 'POST' && idempotencyKey !== undefined
}

function createTimeoutError(name: string, { timeoutMs }: Limits): TimeoutError {
  return new TimeoutError(name, `not done within ${timeoutMs} ms`)
}

/** A signal that aborts with the caller's reason, or with `onTimeout()` after the timeout. */
type Deadline = { signal: AbortSignal; release: () => void }

// Timers have 31 bits; a longer one would fire immediately.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Combines the caller's signal with a timeout; older browsers lack `AbortSignal.any`. */
function startDeadline(caller: AbortSignal | undefined, timeoutMs: number, onTimeout: () => Error): Deadline {
  const controller = new AbortController()
  const forward = () => controller.abort(caller?.reason)
  if (caller?.aborted) forward()
  caller?.addEventListener('abort', forward, { once: true })
  const timer = timeoutMs <= LONGEST_TIMER_MS ? setTimeout(() => controller.abort(onTimeout()), timeoutMs) : undefined
  const release = () => {
    clearTimeout(timer)
    caller?.removeEventListener('abort', forward)
  }
  return { signal: controller.signal, release }
}

/** Rejects when the signal aborts, even if the work ignores the signal, as a caller's own functions may. */
function waitUnlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason)
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })
}

type Page = { nextCursor: string | null }
type Cursor = { cursor?: string | undefined }

/**
 * Iterates over the pages of a paginated endpoint, with one call for each page. `list` is the client's method; each page has a `nextCursor`, and
 * null ends the iteration.
 *
 * @returns an async iterator of pages. It throws the error of a rejected call.
 * @example
 * for await (const { entries } of pages(client.getLedger)) show(entries)
 */
export async function* pages<Query extends Cursor, One extends Page>(
  list: (input?: Query, options?: CallOptions) => Promise<One>,
  input: NoInfer<Query> = {} as Query,
  options: CallOptions = {},
): AsyncGenerator<One, void, undefined> {
  for (let cursor = input.cursor; ;) {
    const page = await list({ ...input, cursor }, options)
    yield page
    // A cursor that repeats would loop forever.
    if (page.nextCursor === null || page.nextCursor === cursor) return
    cursor = page.nextCursor
  }
}
