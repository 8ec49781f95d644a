import { connect, type Socket } from 'node:net'

/** An answer as it came; status 0 where the connection ended before one was whole. */
export type Answer = { status: number; head: string; body: Buffer }

const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = '0\r\n\r\n'

/** One connection of HTTP/1.1 that reads no more of an answer than it must: a full client would be slower than the service. */
export class RawConnection {
  readonly #socket: Socket
  #waiting: ((answer: Answer) => void) | undefined
  #pending: Buffer | undefined
  #isClosed = false

  constructor(
    port: number,
    { localAddress = '127.0.0.1', timeoutMs = 0 }: { localAddress?: string; timeoutMs?: number } = {},
  ) {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    if (timeoutMs > 0) this.#socket.setTimeout(timeoutMs, () => this.#socket.destroy())
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes))
    // The error shows as an answer with status 0.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.#isClosed = true
      this.#settle({ status: 0, head: '', body: this.#pending ?? Buffer.alloc(0) })
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Sends one request, of which many may share the end; the next one only after its answer. */
  send(bytes: Buffer, answered: (answer: Answer) => void, end?: Buffer): void {
    this.#waiting = answered
    if (this.#isClosed) return this.#settle({ status: 0, head: '', body: Buffer.alloc(0) })
    this.#socket.write(bytes)
    if (end !== undefined) this.#socket.write(end)
  }

  /** Sends one request and waits for its answer. */
  ask(bytes: Buffer, end?: Buffer): Promise<Answer> {
    return new Promise((resolve) => this.send(bytes, resolve, end))
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
    const all = this.#pending === undefined ? bytes : Buffer.concat([this.#pending, bytes])
    const answer = readAnswer(all)
    this.#pending = answer === undefined ? all : undefined
    if (answer === undefined) return
    if (/^connection: close/im.test(answer.head) || isStream(answer.head)) this.close()
    this.#settle(answer)
  }

  #settle(answer: Answer): void {
    const answered = this.#waiting
    this.#waiting = undefined
    answered?.(answer)
  }
}

/** The value of a header field of an answer. */
export function readField({ head }: Pick<Answer, 'head'>, name: string): string | undefined {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim()
}

/** The answer that the bytes hold, once they are complete. Streams of events are cut off after their head. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const body = readBody(bytes.subarray(end + 4), head, status)
  return body && { status, head, body }
}

function readBody(rest: Buffer, head: string, status: number): Buffer | undefined {
  if (status === 204 || status === 304 || isStream(head)) return Buffer.alloc(0)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : undefined
  return rest.subarray(-CHUNKS_END.length).toString('latin1') === CHUNKS_END ? joinChunks(rest) : undefined
}

function isStream(head: string): boolean {
  return /^content-type: text\/event-stream/im.test(head)
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
