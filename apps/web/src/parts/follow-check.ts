/** What is told of a check that is followed. */
export type Told = {
  status: 'open' | 'passed' | 'failed' | 'expired'
  reason: string | null
  joined: boolean
  wrong_numbers: number
  return_url?: string | null
  response?: string
}

type Following = {
  /** Of the events. */
  url: string
  token: string
  onTold: (told: Told) => void
  /** Whether the service cannot be reached at the moment; it is tried again by itself. */
  onLost?: (isLost: boolean) => void
  /** The token counts no longer, or the check is gone. */
  onRefused?: () => void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000
// The service writes something every fifteen seconds; a connection that says nothing for longer is dead.
const SILENCE_MS = 40_000

/**
 * Follows a check until it ends, over all connections that it takes, and returns how to stop. Not by EventSource, which sends no token.
 * It imports nothing: check.js is made of it, too.
 */
export function followCheck(following: Following): () => void {
  const stopped = new AbortController()
  void followOn(following, stopped.signal)
  return () => stopped.abort()
}

async function followOn(following: Following, stopped: AbortSignal): Promise<void> {
  for (let failures = 0; !stopped.aborted; failures++) {
    const outcome = await followOnce(following, stopped)
    if (outcome === 'over' || stopped.aborted) return
    if (outcome === 'cut') failures = 0
    else following.onLost?.(true)
    await wait(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), stopped)
  }
}

type Outcome = 'over' | 'cut' | 'unreachable'

/** One connection: the check was over, the connection was cut, or there was none. */
async function followOnce(
  { url, token, onTold, onLost, onRefused }: Following,
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

function refuse(onRefused: Following['onRefused']): Outcome {
  onRefused?.()
  return 'over'
}

type Reading = { onTold: Following['onTold']; silence: AbortController }

/** Reads server-sent events; true where the last of them said that the check is over. */
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
      const told = JSON.parse(part.slice(6)) as Told
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
