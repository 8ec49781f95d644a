import { expect, it } from 'vitest'
import { tokenIn } from './words.ts'

const TOKEN = 'aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-a'

it.each([TOKEN, ` ${TOKEN}\n`, `https://id.example.org/confirm#${TOKEN}`, `#${TOKEN}`])(
  'finds the token in %j',
  (text) => {
    expect(tokenIn(text)).toBe(TOKEN)
  },
)
