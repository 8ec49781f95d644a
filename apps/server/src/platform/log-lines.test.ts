import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createRecentLines, formatLine } from './logger.ts'

const TIME = '2026-01-01T12:00:00.000Z'
const answered = (method: string, route: string, status: number) =>
  JSON.stringify({ level: 'info', time: TIME, method, route, status, ms: 3.4, msg: 'answered' })
const plain = (text = '') => stripVTControlCharacters(text)

describe('the log on a terminal', () => {
  it('is one short line for an answer', () => {
    expect(plain(formatLine(answered('POST', '/api/verify', 403), { all: false }))).toMatch(
      /^\d\d:\d\d:\d\d POST {3}403 \/api\/verify 3 ms$/,
    )
  })

  it.each([
    ['GET', '/assets/:name', 200, undefined],
    ['GET', '/node', 304, undefined],
    ['GET', '/node', 503, expect.stringContaining('503')],
    ['GET', '/api/health', 200, expect.stringContaining('/api/health')],
    ['POST', '/mcp', 200, expect.stringContaining('/mcp')],
  ])('E22: %s %s %s is quiet unless everything is asked for', (method, route, status, shown) => {
    const line = answered(method, route, status)
    expect(formatLine(line, { all: false })).toEqual(shown)
    expect(formatLine(line, { all: true })).toContain(route)
  })

  it('shows where a bug is, and leaves what is no line of ours as it is', () => {
    const line = {
      level: 'error',
      time: TIME,
      msg: 'a request failed',
      err: { stack: 'Error: a bug\n    at file.ts:1' },
    }
    expect(plain(formatLine(JSON.stringify(line), { all: false }))).toMatch(
      /error a request failed\nError: a bug\n {4}at file\.ts:1$/,
    )
    expect(formatLine('plain text', { all: false })).toBe('plain text')
  })
})

it('keeps the last lines only', () => {
  const recent = createRecentLines(2)
  for (const route of ['/api/a', '/api/b', '/assets/:name', '/api/c']) recent.add(answered('GET', route, 200))
  expect(recent.list().map(({ route }) => route)).toEqual(['/api/b', '/api/c'])
})
