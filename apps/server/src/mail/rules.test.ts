import { describe, expect, it } from 'vitest'
import { CLAIM_MS, judge, MAX_ATTEMPTS, reasonNotToTry, withoutAddresses } from './rules.ts'

const now = new Date('2026-03-10T12:00:00Z')

describe('after a try', () => {
  it.each([
    [1, 30],
    [2, 120],
    [3, 600],
    [4, 3600],
    [5, 21_600],
  ])('number %i that failed, the next comes %i seconds later', (attempts, seconds) => {
    expect(judge({ outcome: 'failed', problem: 'x' }, { attempts, now })).toEqual({
      state: 'waiting',
      nextTryAt: new Date(now.getTime() + seconds * 1000),
      problem: 'x',
    })
  })

  it('the last, a mail is dead', () => {
    expect(judge({ outcome: 'failed', problem: 'x' }, { attempts: MAX_ATTEMPTS, now })).toEqual({
      state: 'dead',
      problem: 'x',
    })
  })

  it('that was refused for good, a mail is dead at once', () => {
    expect(judge({ outcome: 'refused', problem: 'x' }, { attempts: 1, now })).toEqual({ state: 'dead', problem: 'x' })
  })

  it('that was taken, a mail is sent, also at the last attempt', () => {
    expect(judge({ outcome: 'sent' }, { attempts: MAX_ATTEMPTS, now })).toEqual({ state: 'sent' })
  })
})

describe('before a try', () => {
  it.each([
    [{ attempts: 1, expiresAt: null }, undefined],
    [{ attempts: 1, expiresAt: new Date(now.getTime() + 1) }, undefined],
    [{ attempts: 1, expiresAt: now }, 'expired'],
    [{ attempts: MAX_ATTEMPTS, expiresAt: null }, undefined],
  ])('%j: %s', (mail, reason) => {
    expect(reasonNotToTry(mail, now)).toBe(reason)
  })

  it('a mail whose every try ended with the process is given up', () => {
    expect(reasonNotToTry({ attempts: MAX_ATTEMPTS + 1, expiresAt: null }, now)).toMatch(/given up/)
  })

  it('a claim holds longer than a conversation may take and the database be away', () => {
    expect(CLAIM_MS).toBeGreaterThan(180_000 + 20 * 5_000)
  })
})

describe('the words of a server', () => {
  it.each([
    ['550 5.1.1 <ada@example.org>: unknown', '550 5.1.1 [address] unknown'],
    ['550 no such user: ADA.', '550 no such user: [address]'],
    ['550 "ada" <ada> (ada) adam', '550 "[address]" <[address]> ([address]) adam'],
    ['451 try\r\n451 later\u0007', '451 try 451 later'],
    ['550 other@elsewhere.example and ada', '550 [address] and [address]'],
    ['x'.repeat(1000), 'x'.repeat(300)],
    ['', ''],
  ])('%j become %j', (text, shown) => {
    expect(withoutAddresses(text, 'Ada@example.org')).toBe(shown)
  })

  it('may hold signs that mean something elsewhere', () => {
    expect(withoutAddresses('user a.b+c* unknown, a.b+c*', 'a.b+c*@example.org')).toBe(
      'user [address] unknown, [address]',
    )
  })
})
