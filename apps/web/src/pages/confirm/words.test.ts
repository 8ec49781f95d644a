import { expect, it } from 'vitest'
import { readToken } from './words.ts'

const TOKEN = 'aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-a'

it.each([TOKEN, ` ${TOKEN}\n`, `https://id.example.org/confirm#${TOKEN}`, `#${TOKEN}`])(
  'finds the token in %j',
  (text) => {
    expect(readToken(text)).toBe(TOKEN)
  },
)
