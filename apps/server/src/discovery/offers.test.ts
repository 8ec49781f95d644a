import { expect, it } from 'vitest'
import { writeCatalog } from './catalog.ts'
import { writeGuide } from './guide.ts'
import type { Offers } from './offers.ts'

const NONE: Offers = { base: 'https://id.example.org', sandbox: false, approvals: false, mcp: false, ciba: false }

it.each<[keyof Offers, RegExp]>([
  ['approvals', /\/api\/approvals/],
  ['mcp', /\/mcp/],
  ['ciba', /CIBA/],
  ['sandbox', /sandbox/],
])('speaks of %s where it is there, and nowhere else', (name, words) => {
  const write = (offers: Offers) => [writeGuide(offers), JSON.stringify(writeCatalog(offers))].join('\n')
  expect(write(NONE)).not.toMatch(words)
  expect(write({ ...NONE, [name]: true })).toMatch(words)
})

it('says what an approval and a level do not prove wherever it speaks of them', () => {
  const guide = writeGuide({ ...NONE, approvals: true })
  expect(guide).toContain('**What an approval does not prove:**')
  expect(guide.match(/A program can (?:still )?produce/g)).toHaveLength(3)
})
