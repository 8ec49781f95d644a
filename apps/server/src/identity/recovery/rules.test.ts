import { expect, it } from 'vitest'
import { createRecoveryCode, parseRecoveryCode } from './rules.ts'

it('has four groups of signs that nobody takes for others', () => {
  expect(createRecoveryCode(() => 31)).toBe('zzzz-zzzz-zzzz-zzzz')
  let next = 0
  expect(createRecoveryCode((below) => next++ % below)).toBe('0123-4567-89ab-cdef')
})

it.each([
  ['k7qm-2vxd-9hpr-4twz', 'k7qm2vxd9hpr4twz'],
  ['K7QM 2VXD 9HPR 4TWZ', 'k7qm2vxd9hpr4twz'],
  ['oOiIlL00-1111-0000-0', undefined],
  ['ooii-llOO-IILL-0101', '0011110011110101'],
  ['k7qm-2vxd-9hpr-4twu', undefined],
  ['', undefined],
])('reads %s as %s', (typed, code) => {
  expect(parseRecoveryCode(typed)).toBe(code)
})
