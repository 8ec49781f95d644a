import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { PROBLEMS, type ProblemCode } from '@stillhere/contract'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Answers bytes that Node could not read as a request, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  socket.end(writeAnswer(...explain(error.code)))
}

/** A whole answer as text, after which the connection ends. */
export function writeAnswer(code: ProblemCode, detail: string, more: Record<string, string> = {}): string {
  const { status, title, fields, body } = writeProblem(code, detail)
  const lines = Object.entries({ ...fields, ...more }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Answers an Expect that Node does not know, and which it would refuse without a word. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, fields, body } = writeProblem('EXPECTATION_FAILED', 'The only expectation known is 100-continue.')
  response.writeHead(status, fields).end(body)
}

/** A problem below the framework, and the fields that go with it. */
export function writeProblem(code: ProblemCode, detail: string) {
  const status = PROBLEMS[code]
  const title = STATUS_CODES[status] ?? 'Error'
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, instance: '', error: code })
  const fields = {
    ...SECURITY_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status, title, fields, body }
}

function explain(code: string | undefined): [ProblemCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['REQUEST_HEADER_FIELDS_TOO_LARGE', 'The header fields are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['REQUEST_TIMEOUT', 'The request did not arrive in time.']
  return ['INVALID_REQUEST', 'This is not an HTTP request.']
}
