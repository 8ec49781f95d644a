import { expect, it } from 'vitest'
import { readLanguage } from './origin.ts'

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, es-MX', 'es'],
  ['fr, de;q=0', 'en'],
  ['fr;q=x, *', 'en'],
  [undefined, 'en'],
])('who accepts %j reads %s', (accepted, language) => {
  expect(readLanguage({ headers: { 'accept-language': accepted } })).toBe(language)
})
