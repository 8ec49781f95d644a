import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchCheck, type CheckNews } from './follow-check.ts'

const OPEN = { status: 'open', reason: null, joined: false, wrong_numbers: 0 } as const
const PASSED = { ...OPEN, status: 'passed', response: 'r-7' } as const
const write = (told: CheckNews) => `data: ${JSON.stringify(told)}\n\n`

const fetchEvents = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchEvents.mockReset())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An answer that arrives in these pieces, and is cut then. */
function streamOf(...pieces: string[]): Response {
  const body = new ReadableStream({
    start: (stream) => {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
      stream.close()
    },
  })
  return new Response(body)
}

/** Follows until nothing more happens, and notes all that was heard. */
async function follow(forMs = 60_000): Promise<unknown[]> {
  const heard: unknown[] = []
  const stop = watchCheck({
    url: '/events',
    token: 'chk_1',
    onTold: ({ status }) => heard.push(status),
    onLost: (isLost) => heard.push(isLost ? 'lost' : 'there'),
    onRefused: () => heard.push('refused'),
  })
  await vi.advanceTimersByTimeAsync(forMs)
  stop()
  return heard
}

it('reads events in whatever pieces they come, and ends with the check', async () => {
  const text = `:\n\n${write(OPEN)}${write(PASSED)}`
  fetchEvents.mockResolvedValueOnce(streamOf(text.slice(0, 20), text.slice(20, 90), text.slice(90)))
  expect(await follow()).toEqual(['there', 'open', 'passed'])
  expect(fetchEvents).toHaveBeenCalledOnce()
  expect(fetchEvents.mock.calls[0]?.[1]?.headers).toEqual({ authorization: 'Bearer chk_1' })
})

it('connects again where the stream was cut, and says nothing of it', async () => {
  fetchEvents.mockResolvedValueOnce(streamOf(write(OPEN))).mockResolvedValueOnce(streamOf(write(PASSED)))
  expect(await follow()).toEqual(['there', 'open', 'there', 'passed'])
})

it('says that the service is out of reach, goes on trying, and says when it is back', async () => {
  fetchEvents
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValueOnce(streamOf(write(PASSED)))
  expect(await follow()).toEqual(['lost', 'lost', 'there', 'passed'])
})

it('stops where the token counts no longer', async () => {
  fetchEvents.mockResolvedValue(new Response('', { status: 401 }))
  expect(await follow()).toEqual(['refused'])
  expect(fetchEvents).toHaveBeenCalledOnce()
})

it('takes a connection for dead that says nothing for forty seconds', async () => {
  const silent = (_url: unknown, init?: RequestInit) =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(new Error('aborted'))),
        }),
      ),
    )
  fetchEvents.mockImplementationOnce(silent).mockResolvedValueOnce(streamOf(write(PASSED)))
  expect(await follow()).toEqual(['there', 'there', 'passed'])
})
