import { connect, type Socket } from 'node:net'

/** What came back: the status, or 0 where the connection was cut before an answer. */
export type Answer = { status: number; hasRetryAfter: boolean; body: string }

const HEAD_END = Buffer.from('\r\n\r\n')

/** One connection of HTTP/1.1 that reads no more of an answer than a flood has to know: a full client would be slower than the service. */
export class RawConnection {
  readonly #socket: Socket
  #waiting: ((answer: Answer) => void) | undefined
  #pending: Buffer | undefined
  #isClosed = false

  constructor(port: number, { localAddress = '127.0.0.1' }: { localAddress?: string } = {}) {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes))
    // What went wrong shows as an answer with status 0.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.#isClosed = true
      this.#settle({ status: 0, hasRetryAfter: false, body: '' })
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Sends one request, of which many may share the end; the next one only after its answer. */
  send(bytes: Buffer, answered: (answer: Answer) => void, end?: Buffer): void {
    this.#waiting = answered
    if (this.#isClosed) return this.#settle({ status: 0, hasRetryAfter: false, body: '' })
    this.#socket.write(bytes)
    if (end !== undefined) this.#socket.write(end)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
    const all = this.#pending === undefined ? bytes : Buffer.concat([this.#pending, bytes])
    const end = all.indexOf(HEAD_END)
    const head = end < 0 ? undefined : all.toString('latin1', 0, end)
    const length = head === undefined ? Number.POSITIVE_INFINITY : lengthOf(head)
    const isWhole = head !== undefined && all.length >= end + 4 + length
    this.#pending = isWhole ? undefined : all
    if (!isWhole) return
    if (/^connection: close/im.test(head)) this.#isClosed = true
    const body = all.toString('utf8', end + 4, end + 4 + length)
    this.#settle({ status: Number(head.slice(9, 12)), hasRetryAfter: /^retry-after:/im.test(head), body })
  }

  #settle(answer: Answer): void {
    const answered = this.#waiting
    this.#waiting = undefined
    answered?.(answer)
  }
}

function lengthOf(head: string): number {
  return Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}
