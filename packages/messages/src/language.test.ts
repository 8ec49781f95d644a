import { expect, it } from 'vitest'
import { chooseLanguage } from './language.ts'

it.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'ES-mx', 'de'], 'es'],
  [['dev', 'english'], 'en'],
  [[], 'en'],
])('of %j, %s is spoken', (wanted, language) => {
  expect(chooseLanguage(wanted)).toBe(language)
})
