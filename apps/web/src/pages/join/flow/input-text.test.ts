import { expect, it } from 'vitest'
import { tidyInvite } from './input-text.ts'

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
  expect(tidyInvite(text)).toBe(code)
})
