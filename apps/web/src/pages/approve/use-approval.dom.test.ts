import { ScanError } from '@stillhere/client/capture'
import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { describe, expect, it } from 'vitest'
import { readRefusal, readScan, readStatus } from './use-approval.ts'

const FACTS = { assurance: 2, expires_at: '2026-01-01T00:10:00.000Z' } as const
const BEFORE = Date.parse('2026-01-01T00:09:59.999Z')
const AFTER = Date.parse(FACTS.expires_at)

const UNSAID = { title: '', detail: '', errors: [], retryAfterMs: undefined, requestId: undefined }
const problem = (code: ProblemError['code'], status = 409) =>
  new ProblemError('denyApproval', { status, code, ...UNSAID })

type Verification = OutputOf<'verifyPresence'>
const refused = (status: string, reason: string, decision = 'open') => ({
  kind: 'failed' as const,
  error: new ScanError('service_refused', '', {
    verification: { rejection_reason: reason, approval: { id: 'a', status, decision } } as unknown as Verification,
  }),
})

describe('a refused call', () => {
  it('of another node leads to its sign-in', () => {
    expect(readRefusal(problem('NOT_FOUND', 404), FACTS, BEFORE)).toEqual({ at: 'other' })
  })

  it('of an approval that has ended says expired only once its time is over', () => {
    expect(readRefusal(problem('APPROVAL_ENDED'), FACTS, BEFORE)).toEqual({
      at: 'ended',
      end: { kind: 'earlier', status: 'unknown' },
    })
    expect(readRefusal(problem('APPROVAL_ENDED'), FACTS, AFTER)).toEqual({ at: 'ended', end: { kind: 'expired' } })
  })

  it('of any other kind can be tried again', () => {
    expect(readRefusal(problem('UNAUTHORIZED', 401), FACTS, BEFORE)).toBeNull()
    expect(readRefusal(new Error('lost'), FACTS, BEFORE)).toBeNull()
  })
})

describe('a scan', () => {
  it.each([
    ['open', 'below_threshold', 'open', null],
    ['open', 'below_threshold', 'denied', { kind: 'refused' }],
    ['denied', 'below_threshold', 'denied', { kind: 'refused' }],
    ['denied', 'challenge_invalid', 'denied', { kind: 'earlier', status: 'denied' }],
    ['denied', 'challenge_invalid', 'open', { kind: 'earlier', status: 'denied' }],
    ['open', 'challenge_invalid', 'granted', { kind: 'waiting', decision: 'granted' }],
    ['granted', 'challenge_invalid', 'open', { kind: 'earlier', status: 'granted' }],
    ['expired', 'challenge_invalid', 'open', { kind: 'expired' }],
  ])('that was refused, with the approval %s after it (%s; %s), leads to %o', (status, reason, decision, end) => {
    expect(readScan(refused(status, reason, decision), FACTS, BEFORE)).toEqual(end && { at: 'ended', end })
  })

  it('that could not begin leads where the refusal leads', () => {
    const error = new ScanError('service_refused', '', { cause: problem('NOT_FOUND', 404) })
    expect(readScan({ kind: 'failed', error }, FACTS, BEFORE)).toEqual({ at: 'other' })
  })

  it('grants only what the service says it granted', () => {
    const scanned = (approval: object | undefined) =>
      ({ kind: 'scanned', who: null, result: { verification: { approval } } }) as never
    expect(readScan(scanned({ id: 'a', status: 'open', decision: 'granted' }), FACTS, BEFORE)).toEqual({
      at: 'ended',
      end: { kind: 'waiting', decision: 'granted' },
    })
    expect(readScan(scanned({ id: 'a', status: 'granted', decision: 'granted' }), FACTS, BEFORE)).toEqual({
      at: 'ended',
      end: { kind: 'granted', by: 'hand', assurance: 2 },
    })
    expect(readScan(scanned(undefined), FACTS, BEFORE)).toBeNull()
  })

  it('that only enrolled decides nothing', () => {
    expect(readScan({ kind: 'enrolled' }, FACTS, BEFORE)).toBeNull()
    expect(readStatus('open')).toEqual({ at: 'open' })
  })
})
