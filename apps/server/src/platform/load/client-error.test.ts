import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { handleClientError } from './connections.ts'

async function answerTo(code: string): Promise<string> {
  const socket = new PassThrough()
  handleClientError(Object.assign(new Error('secret words of the parser'), { code }), socket as unknown as Socket)
  return text(socket)
}

describe('answerClientError', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'REQUEST_TIMEOUT'],
    ['HPE_HEADER_OVERFLOW', 431, 'REQUEST_HEADER_FIELDS_TOO_LARGE'],
    ['HPE_INVALID_METHOD', 400, 'INVALID_REQUEST'],
  ])('%s becomes %i %s', async (code, status, error) => {
    const answer = await answerTo(code)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status, error })
    expect(answer).not.toContain('secret')
  })

  it('says nothing to a caller that hung up', () => {
    const socket = new PassThrough()
    handleClientError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }), socket as unknown as Socket)
    expect([socket.destroyed, socket.read()]).toEqual([true, null])
  })
})
