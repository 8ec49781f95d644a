import { expect, it } from 'vitest'
import { readSystemLanguage } from './speakers.ts'

it.each([
  [{ LANG: 'de_AT.UTF-8' }, 'de'],
  [{ LANG: 'de_DE@euro' }, 'de'],
  [{ LC_MESSAGES: 'es', LANG: 'de_DE.UTF-8' }, 'es'],
  [{ LC_ALL: 'C.UTF-8', LC_MESSAGES: 'es', LANG: 'de_DE.UTF-8' }, 'en'],
  [{ LC_ALL: '', LANG: 'es_MX' }, 'es'],
  [{ LANG: 'fr_FR.UTF-8' }, 'en'],
  [{}, 'en'],
])('a terminal with %j speaks %s', (env, language) => {
  expect(readSystemLanguage(env)).toBe(language)
})
