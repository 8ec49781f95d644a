import { NetworkError, ProblemError } from '@stillhere/client/http'
import { describe, expect, it } from 'vitest'
import {
  describeWrongCode,
  INVITE_WORDS,
  selectRefusalAfterEdit,
  selectRefusalForInput,
  toInviteCode,
  toRefusal,
} from './refusal.ts'

type Content = ConstructorParameters<typeof ProblemError>[1]

function problem(code: Content['code'], more: Partial<Content> = {}): ProblemError {
  const nothing = { status: 400, title: '', detail: 'The detail.', errors: [], requestId: undefined }
  return new ProblemError('sendOtp', { ...nothing, retryAfterMs: undefined, code, ...more })
}

describe('toRefusal', () => {
  it.each([
    ['INVITE_CODE_REQUIRED', 'required'],
    ['INVITE_CODE_INVALID', 'unknown'],
    ['INVITE_CODE_USED', 'used'],
    ['INVITE_CODE_REVOKED', 'revoked'],
  ] as const)('says at the invite why it is %s', (code, why) => {
    expect(toRefusal(problem(code))).toEqual({ at: 'invite', words: INVITE_WORDS[why] })
  })

  it.each([
    ['/invite_code', 'invite'],
    ['/email', 'email'],
    ['/other', 'form'],
  ])('shows a bad field %s at the %s', (pointer, at) => {
    expect(toRefusal(problem('INVALID_REQUEST', { errors: [{ pointer, message: 'x' }] })).at).toBe(at)
  })

  it('has a countdown after too many requests, and offers other ways to sign in', () => {
    expect(toRefusal(problem('TOO_MANY_REQUESTS', { status: 429, retryAfterMs: 42_000 }))).toEqual({
      at: 'form',
      title: 'Too many tries.',
      advice: expect.stringContaining('a passkey or a recovery code'),
      hasOtherWays: true,
      waitMs: 42_000,
    })
    expect(toRefusal(problem('TOO_MANY_REQUESTS', { status: 429 }))).not.toHaveProperty('waitMs')
  })

  it('F6: sends whoever guessed too often to a new code, which always helps', () => {
    const closed = toRefusal(problem('TOO_MANY_TRIES', { status: 429, retryAfterMs: 86_400_000 }))
    expect(closed).toMatchObject({ at: 'form', advice: expect.stringContaining('Ask for a new one') })
    expect(closed).not.toHaveProperty('waitMs')
  })

  it('describes errors that aren’t refusals', () => {
    expect(toRefusal(new NetworkError('a', 'b'))).toMatchObject({ at: 'form', title: 'We can’t reach the service.' })
    expect(toRefusal(undefined).at).toBe('form')
  })
})

it('E12: an edited field loses its own refusal, and only its own', () => {
  const refusal = { at: 'email', words: 'x' } as const
  expect(selectRefusalAfterEdit(refusal, 'email')).toBeNull()
  expect(selectRefusalAfterEdit(refusal, 'invite')).toBe(refusal)
  const resting = { at: 'form', title: 'x', advice: 'x', waitMs: 1 } as const
  expect(selectRefusalAfterEdit(resting, 'email')).toBe(resting)
})

it.each([
  [4, '4 tries are left.'],
  [1, 'One try is left.'],
  [0, 'Ask for a new one below.'],
  [-1, 'Ask for a new one below.'],
])('with %d tries left a wrong code ends with "%s"', (tries, words) => {
  expect(describeWrongCode(tries)).toContain(words)
})

describe('selectRefusalForInput', () => {
  const SENT = { email: 'ada@example.org', invite: 'SERVICE-7F3K-9QXZ' }
  const used = { at: 'invite', words: INVITE_WORDS.used } as const
  const noAddress = { at: 'email', words: 'No address.' } as const

  it('holds while the input is the same, however it is written', () => {
    const typed = { email: ' ada@example.org', invite: 'service 7f3k 9qxz' }
    expect(selectRefusalForInput(used, SENT, typed)).toBe(used)
    expect(selectRefusalForInput(noAddress, SENT, typed)).toBe(noAddress)
  })

  it('is dropped if its field has changed, and only then', () => {
    const typed = { ...SENT, invite: 'SERVICE-AAAA-AAAA' }
    expect(selectRefusalForInput(used, SENT, typed)).toBeNull()
    expect(selectRefusalForInput(noAddress, SENT, typed)).toBe(noAddress)
    expect(selectRefusalForInput(noAddress, SENT, { ...SENT, email: 'eve@example.org' })).toBeNull()
    const tooOften = { at: 'form', title: 'Too many tries.', advice: '' } as const
    expect(selectRefusalForInput(tooOften, SENT, { email: '', invite: '' })).toBe(tooOften)
  })
})

it.each([
  ['SERVICE-7F3K-9QXZ', 'SERVICE-7F3K-9QXZ'],
  [' service-7f3k-9qxz\n', 'SERVICE-7F3K-9QXZ'],
  ['service 7f3k 9qxz', 'SERVICE-7F3K-9QXZ'],
  ['SERVICE–7F3K — 9QXZ', 'SERVICE-7F3K-9QXZ'],
  ['https://still.example/join?invite=service-7f3k-9qxz', 'SERVICE-7F3K-9QXZ'],
  ['https://still.example/join', 'HTTPS://STILL.EXAMPLE/JOIN'],
  ['', ''],
  ['   ', ''],
])('makes of %j the code %j', (text, code) => {
  expect(toInviteCode(text)).toBe(code)
})
