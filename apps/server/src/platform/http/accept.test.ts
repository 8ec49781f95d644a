import { expect, it } from 'vitest'
import { isPreferred } from './endpoint.ts'

it.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/*', false],
  ['application/json', false],
  ['application/jwt', true],
  ['Application/JWT;q=0.3', true],
  ['application/jwt, */*', true],
  ['application/json;q=0.5, application/jwt', true],
  ['application/json, application/jwt', true],
  ['application/json, application/jwt;q=0.9', false],
  ['application/jwt;q=0', false],
  ['application/jwt;q=high', false],
  ['application/jwtx', false],
])('Accept: %s', (accept, expected) => {
  expect(isPreferred(accept, 'application/jwt')).toBe(expected)
})
