import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { PROBLEMS, type ProblemCode } from '@stillhere/contract'
import { SECURITY_LINES } from './security-headers.ts'

/** Answers bytes that Node could not read as a request, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [code, detail] = explain(error.code)
  const status = PROBLEMS[code]
  const title = STATUS_CODES[status] ?? 'Error'
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, instance: '', error: code })
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    ...SECURITY_LINES,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function explain(code: string | undefined): [ProblemCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['REQUEST_HEADER_FIELDS_TOO_LARGE', 'The header fields are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['REQUEST_TIMEOUT', 'The request did not arrive in time.']
  return ['INVALID_REQUEST', 'This is not an HTTP request.']
}
