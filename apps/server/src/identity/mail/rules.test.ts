import { describe, expect, it } from 'vitest'
import { removeAddresses } from './transport.ts'

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
    expect(removeAddresses(text, 'Ada@example.org')).toBe(shown)
  })

  it('may hold signs that mean something elsewhere', () => {
    expect(removeAddresses('user a.b+c* unknown, a.b+c*', 'a.b+c*@example.org')).toBe(
      'user [address] unknown, [address]',
    )
  })
})
