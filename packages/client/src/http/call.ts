import { readAnswer } from './answer.ts'
import { startDeadline, unlessAborted } from './deadline.ts'
import type { EndpointRow } from './endpoint-table.ts'
import { CallError, NetworkError, ProblemError, TimeoutError } from './errors.ts'
import { writeHeaders } from './headers.ts'
import type { CallOptions } from './options.ts'
import { type Input, writeTarget } from './request.ts'
import { type Failure, isUnderWay, retryWaitMs } from './retry.ts'
import { type Limits, readLimits, type Settings } from './settings.ts'

export type Call = { name: string; row: EndpointRow; input: Input; options: CallOptions }

/** Makes one call, with all the tries it takes. */
export async function makeCall(settings: Settings, call: Call): Promise<unknown> {
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
