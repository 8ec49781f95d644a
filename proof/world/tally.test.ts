import { describe, expect, it } from 'vitest'
import { createTally, refusesClearly } from './tally.ts'

const answer = (status: number, hasRetryAfter = false) => ({
  status,
  head: `HTTP/1.1 ${status}${hasRetryAfter ? '\r\nRetry-After: 1' : ''}`,
  body: Buffer.alloc(0),
})

describe('the tally of a flood', () => {
  it('counts what was served, and times of served and refused requests apart', () => {
    const tally = createTally()
    for (let ms = 1; ms <= 100; ms++) tally.add(answer(200), ms)
    tally.add(answer(503, true), 2000)
    const { accepted, acceptedMs, refusedMs, statuses } = tally.summarize(1)
    expect({ accepted, acceptedMs, refusedMs, statuses }).toEqual({
      accepted: 100,
      acceptedMs: { p50: 51, p99: 100, max: 100 },
      refusedMs: { p50: 2000, p99: 2000, max: 2000 },
      statuses: { 200: 100, 503: 1 },
    })
  })

  it('counts as in time what came within a second', () => {
    const tally = createTally()
    for (const ms of [5, 1000, 1001, 20_000]) tally.add(answer(200), ms)
    expect(tally.summarize(1)).toMatchObject({ accepted: 4, inTime: 2 })
  })

  it.each([
    ['a refusal that says when to come back', answer(503, true), true],
    ['one that does not', answer(503), false],
    ['a failure', answer(500), false],
    ['a connection that was cut', answer(0), false],
  ])('%s: clear is %s', (_, given, expected) => {
    const tally = createTally()
    tally.add(given, 1)
    expect(refusesClearly(tally.summarize(1))).toBe(expected)
  })
})
