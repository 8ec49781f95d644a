import { expect, it } from 'vitest'
import { judgeAddress } from './words.ts'

it.each([
  [null, 'http://127.0.0.1:8787', 'unset'],
  ['https://id.example.org', 'https://id.example.org', 'same'],
  ['https://id.example.org/', 'https://id.example.org', 'same'],
  ['https://id.example.org', 'http://id.example.org', 'other'],
  ['https://id.example.org', 'http://127.0.0.1:8787', 'other'],
] as const)('PUBLIC_URL %s, seen from %s: %s', (publicUrl, origin, verdict) => {
  expect(judgeAddress(publicUrl, origin)).toBe(verdict)
})
