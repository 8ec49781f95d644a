import { connect, type Socket } from 'node:net'

/** An answer as it came. */
export type WireAnswer = { status: number; type: string; body: Buffer }

/** One connection that asks one thing after the other; opened anew where the service closes it. */
export type Wire = { ask: (request: Buffer) => Promise<WireAnswer>; close: () => void }

const TIMEOUT_MS = 60_000

export function openWire(host: string): Wire {
  const [name = '', port = ''] = host.split(':')
  let socket: Socket | undefined
  const dial = () => (socket?.writable ? socket : (socket = openSocket(Number(port), name)))
  return {
    ask: (request) => askOn(dial(), request),
    close: () => socket?.destroy(),
  }
}

function openSocket(port: number, name: string): Socket {
  const socket = connect(port, name).setNoDelay()
  return socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
}

function askOn(socket: Socket, request: Buffer): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const settle = (answer: WireAnswer | undefined, problem = '') => {
      socket.off('data', hear).off('close', lose).off('error', lose)
      if (answer) resolve(answer)
      else reject(new Error(problem))
    }
    const hear = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const read = readAnswer(bytes)
      if (!read) return
      if (read.isLast) socket.destroy()
      settle(read.answer)
    }
    const lose = () =>
      settle(undefined, `the connection ended without an answer: ${bytes.toString('latin1').slice(0, 200)}`)
    socket.on('data', hear).once('close', lose).once('error', lose)
    socket.write(request)
  })
}

/** The answer that the bytes hold, once they are complete. Streams of events are cut off after their head. */
function readAnswer(bytes: Buffer): { answer: WireAnswer; isLast: boolean } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.subarray(0, end).toString('latin1')
  const status = Number(head.slice(9, 12))
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim()
  const type = field('content-type') ?? ''
  const body = readBody(bytes.subarray(end + 4), { status, length: field('content-length'), type })
  const isLast = field('connection')?.toLowerCase() === 'close' || type.startsWith('text/event-stream')
  return body && { answer: { status, type, body }, isLast }
}

type Framing = { status: number; length: string | undefined; type: string }

function readBody(rest: Buffer, { status, length, type }: Framing): Buffer | undefined {
  if (status === 204 || status === 304 || type.startsWith('text/event-stream')) return Buffer.alloc(0)
  if (length !== undefined) return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : undefined
  return rest.subarray(-5).toString('latin1') === '0\r\n\r\n' ? joinChunks(rest) : undefined
}

function joinChunks(rest: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < rest.length;) {
    const line = rest.indexOf('\r\n', at)
    const size = Number.parseInt(rest.subarray(at, line).toString('latin1'), 16)
    if (!(size > 0)) break
    parts.push(rest.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
  return Buffer.concat(parts)
}
