import { type Failure, isUnderWay, readAnswer, retryWaitMs } from './answer.ts'
import { ENDPOINT_TABLE, type EndpointRow } from './endpoint-table.ts'
import { CallError, NetworkError, ProblemError, TimeoutError } from './errors.ts'
import type { CallOptions, Client, ClientOptions } from './options.ts'
import { type Input, writeHeaders, writeTarget } from './request.ts'
import { type Limits, readLimits, readSettings, type Settings } from './settings.ts'

/**
 * Makes a client of the service at `baseUrl`, with one method for each endpoint.
 *
 * @returns the methods; each takes the members of path, query and body in one object, and resolves to the answer.
 * @throws {TypeError} for options that no call could work with. Methods reject with the service's problem or with what kept
 *   the call from it.
 * @example
 * const state = await createClient({ baseUrl, token }).getEntropy({ email })
 */
export function createClient(options: ClientOptions): Client {
  const settings = readSettings(options)
  const methodOf = (name: string, row: EndpointRow) => {
    return async (input: Input = {}, callOptions: CallOptions = {}) =>
      makeCall(settings, { name, row, input, options: callOptions })
  }
  const methods = Object.entries(ENDPOINT_TABLE).map(([name, row]) => [name, methodOf(name, row)])
  return Object.fromEntries(methods) as Client
}

type Call = { name: string; row: EndpointRow; input: Input; options: CallOptions }

/** Makes one call, with all the tries it takes. */
async function makeCall(settings: Settings, call: Call): Promise<unknown> {
  const { name, options } = call
  const limits = readLimits(settings, name, options)
  const { path, body } = writeTarget(call.row, call.input)
  const deadline = startDeadline(options.signal, limits.timeoutMs, () => timeoutError(name, limits))
  const { signal } = deadline
  try {
    const idempotencyKey = chooseIdempotencyKey(settings, call)
    const headers = await unlessAborted(signal, writeHeaders(settings, { ...call, body, idempotencyKey }))
    const init: Init = {
      method: call.row[0],
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    }
    return await tryAgain({ settings, limits, signal, isRepeatable: isRepeatable(call, idempotencyKey) }, () =>
      tryOnce(settings, { name, url: settings.base + path, init }),
    )
  } catch (error) {
    // Whatever the abort broke, its reason is what the caller is told.
    throw signal.aborted ? signal.reason : error
  } finally {
    deadline.release()
  }
}

type Init = RequestInit & { signal: AbortSignal }
type Try = { name: string; url: string; init: Init }

async function tryOnce(settings: Settings, one: Try): Promise<unknown> {
  const { signal } = one.init
  const response = await unlessAborted(signal, send(settings, one))
  return unlessAborted(signal, readAnswer(one.name, response, settings.runtime.now()))
}

async function send({ fetch }: Settings, { name, url, init }: Try): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw new NetworkError(name, 'the service cannot be reached', { cause })
  }
}

type Tries = { settings: Settings; limits: Limits; signal: AbortSignal; isRepeatable: boolean }

async function tryAgain(tries: Tries, attempt: () => Promise<unknown>): Promise<unknown> {
  const { runtime } = tries.settings
  const endsAtMs = runtime.now() + tries.limits.timeoutMs
  for (let attempts = 1, failures = 0; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const failure = failureIn(error)
      const waitMs = failure && waitFor(failure, { ...tries, failures, leftMs: endsAtMs - runtime.now() })
      if (error instanceof CallError) error.attempts = attempts
      if (failure === undefined || waitMs === undefined || tries.signal.aborted) throw error
      if (!isUnderWay(failure)) failures++
      await runtime.sleep(waitMs, tries.signal)
      if (tries.signal.aborted) throw error
    }
  }
}

/** What decides about another try; undefined for what no other try would change. */
function failureIn(error: unknown): Failure | undefined {
  if (error instanceof ProblemError) return error
  return error instanceof NetworkError ? {} : undefined
}

function waitFor(
  failure: Failure,
  { settings, limits, isRepeatable: repeatable, failures, leftMs }: Tries & { failures: number; leftMs: number },
): number | undefined {
  return retryWaitMs(failure, {
    isRepeatable: repeatable,
    failures,
    retries: limits.retries,
    longestWaitMs: Math.min(settings.maxWaitMs, leftMs),
    random: settings.runtime.random(),
  })
}

function chooseIdempotencyKey(
  { runtime }: Settings,
  { row: [method, , , ...traits], options }: Call,
): string | undefined {
  const needsOne = method === 'POST' && !traits.includes('repeatable')
  return options.idempotencyKey ?? (needsOne ? runtime.newKey() : undefined)
}

// The service knows Idempotency-Keys of POSTs only.
function isRepeatable({ row: [method, , , ...traits] }: Call, idempotencyKey: string | undefined): boolean {
  if (method === 'GET' || method === 'PUT' || method === 'DELETE' || traits.includes('repeatable')) return true
  return method === 'POST' && idempotencyKey !== undefined
}

function timeoutError(name: string, { timeoutMs }: Limits): TimeoutError {
  return new TimeoutError(name, `not done within ${timeoutMs} ms`)
}

/** A signal that aborts with the caller's reason, or with `onTimeout()` when the time is up. */
type Deadline = { signal: AbortSignal; release: () => void }

// Timers hold 31 bits; a longer one would fire at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One signal out of the caller's and a time-out; `AbortSignal.any` is missing in older browsers. */
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

/** Leaves work behind that does not heed the signal itself, such as a caller's own functions. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason)
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })
}

type Page = { nextCursor: string | null }
type Cursor = { cursor?: string | undefined }

/** Every page of a list with a cursor, one call after the other: `for await (const { entries } of pages(client.getLedger))`. */
export async function* pages<Query extends Cursor, One extends Page>(
  list: (input?: Query, options?: CallOptions) => Promise<One>,
  input: NoInfer<Query> = {} as Query,
  options: CallOptions = {},
): AsyncGenerator<One, void, undefined> {
  for (let cursor = input.cursor; ;) {
    const page = await list({ ...input, cursor }, options)
    yield page
    // A cursor that leads to itself would never end.
    if (page.nextCursor === null || page.nextCursor === cursor) return
    cursor = page.nextCursor
  }
}
