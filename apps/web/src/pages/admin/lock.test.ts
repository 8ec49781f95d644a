import { expect, it } from 'vitest'
import { checkSecret } from './lock.tsx'

it.each([
  ['', /Enter the secret/],
  ['too short', /no spaces/],
  ['short', /16 characters/],
  ['sixteen-letters-é', /accented/],
  ['0123456789abcde\n', /line breaks/],
])('%j cannot be a secret', (text, words) => {
  expect(checkSecret(text)).toMatch(words)
})

it('accepts a text that could be a secret', () => {
  expect(checkSecret('0123456789abcdef')).toBeUndefined()
  expect(checkSecret('~!"#$%&/()=?{[]}')).toBeUndefined()
})
