/** The state of a check, as its event stream sends it. */
export type CheckNews = {
  status: 'open' | 'passed' | 'failed' | 'expired'
  reason: string | null
  joined: boolean
  wrong_numbers: number
  return_url?: string | null
  response?: string
}

type CheckStream = {
  /** Address of the event stream. */
  url: string
  token: string
  onTold: (told: CheckNews) => void
  /** Called with true when the service can't be reached, and with false when it can again. Retries are automatic. */
  onLost?: (isLost: boolean) => void
  /** Called if the token is no longer valid or the check is gone. */
  onRefused?: () => void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000
// The service sends something every fifteen seconds; a connection that is silent for longer is dead.
const SILENCE_MS = 40_000

/**
 * Watches a check over its event stream, calls `onTold` with each new state until the check ends, and reconnects as needed. Returns the function
 * that stops it. Doesn't use EventSource, which can't send a token; imports nothing, because check.js also contains it.
 */
export function watchCheck(following: CheckStream): () => void {
  const stopped = new AbortController()
  void retryStream(following, stopped.signal)
  return () => stopped.abort()
}

async function retryStream(following: CheckStream, stopped: AbortSignal): Promise<void> {
  for (let failures = 0; !stopped.aborted; failures++) {
    const outcome = await readStream(following, stopped)
    if (outcome === 'over' || stopped.aborted) return
    if (outcome === 'cut') failures = 0
    else following.onLost?.(true)
    await wait(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), stopped)
  }
}

type Outcome = 'over' | 'cut' | 'unreachable'

/**
 * Reads the event stream over one connection, until the check ends (`over`) or the connection is lost (`cut`). Returns `unreachable` if there was
 * no connection.
 */
async function readStream(
  { url, token, onTold, onLost, onRefused }: CheckStream,
  stopped: AbortSignal,
): Promise<Outcome> {
  const silence = new AbortController()
  const signal = AbortSignal.any([stopped, silence.signal])
  let isConnected = false
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, cache: 'no-store', signal })
    if (answer.status === 401 || answer.status === 404) return refuse(onRefused)
    if (!answer.ok || !answer.body) return 'unreachable'
    isConnected = true
    onLost?.(false)
    return (await readEvents(answer.body, { onTold, silence })) ? 'over' : 'cut'
  } catch {
    return isConnected ? 'cut' : 'unreachable'
  }
}

function refuse(onRefused: CheckStream['onRefused']): Outcome {
  onRefused?.()
  return 'over'
}

type Reading = { onTold: CheckStream['onTold']; silence: AbortController }

/** Reads server-sent events until the connection ends. Returns true if the last event says that the check has ended. */
async function readEvents(body: ReadableStream<Uint8Array>, { onTold, silence }: Reading): Promise<boolean> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let isOver = false
  for (;;) {
    const timer = setTimeout(() => silence.abort(), SILENCE_MS)
    const { value, done } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return isOver
    const parts = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts.filter((one) => one.startsWith('data: '))) {
      const told = JSON.parse(part.slice(6)) as CheckNews
      isOver = told.status !== 'open'
      onTold(told)
    }
  }
}

function wait(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stopped.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
