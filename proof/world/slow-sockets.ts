import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Sockets that send half of something and then a byte now and then. */
export type SlowSockets = { port: number; count: number; most: number; address?: string }

/** How they ended: refused at once, timed out with a response, or closed without one. */
export type SlowSummary = { refused: number; timedOut: number; cut: number; stillOpen: number; lastCutSeconds: number }

const DRIP_MS = 2000
// All at once would only keep this process from reading the responses.
const AT_ONCE = 100
const PAUSE_MS = 20
const HALF_A_HEADER = 'GET /api/nodes/count HTTP/1.1\r\nHost: localhost\r\nX-Slow: '

/** Opens them all, half with slow header fields and half with slow bodies, and waits until all are closed, `most` seconds at the longest. */
export async function openSlowSockets({ port, count, most, address }: SlowSockets): Promise<SlowSummary> {
  const summary: SlowSummary = { refused: 0, timedOut: 0, cut: 0, stillOpen: count, lastCutSeconds: 0 }
  const began = performance.now()
  const sockets: Socket[] = []
  const allClosed = Promise.withResolvers<void>()
  const add = (n: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' })
    sockets.push(socket)
    let heard = ''
    socket.on('connect', () => socket.write(n % 2 === 0 ? HALF_A_HEADER : halfABody(address)))
    socket.on('data', (bytes) => (heard ||= bytes.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => {
      summary[outcomeOf(heard)]++
      summary.lastCutSeconds = (performance.now() - began) / 1000
      if (--summary.stillOpen === 0) allClosed.resolve()
    })
  }
  for (let n = 0; n < count; n++) {
    add(n)
    if (n % AT_ONCE === 0) await delay(PAUSE_MS)
  }
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, DRIP_MS)
  const end = setTimeout(() => allClosed.resolve(), most * 1000)
  await allClosed.promise
  clearInterval(drip)
  clearTimeout(end)
  const seen = { ...summary }
  for (const socket of sockets) socket.destroy()
  return seen
}

function halfABody(address: string | undefined): string {
  const from = address === undefined ? '' : `X-Forwarded-For: ${address}\r\n`
  return `POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\n${from}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"`
}

function outcomeOf(heard: string): 'refused' | 'timedOut' | 'cut' {
  if (/^HTTP\/1.1 (?:429|503)/.test(heard)) return 'refused'
  return heard.startsWith('HTTP/1.1 408') ? 'timedOut' : 'cut'
}
