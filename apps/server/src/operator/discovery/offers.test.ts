import { describeCheapestAttack, listApprovalLimits, listLevels } from '@stillhere/receipt/view'
import { expect, it } from 'vitest'
import { type Offers, createCatalog, formatGuide } from './routes.ts'

const NONE: Offers = { base: 'https://id.example.org', sandbox: false, approvals: false, mcp: false, ciba: false }

it.each<[keyof Offers, RegExp]>([
  ['approvals', /\/api\/approvals/],
  ['mcp', /\/mcp/],
  ['ciba', /CIBA/],
  ['sandbox', /sandbox/],
])('speaks of %s where it is there, and nowhere else', (name, words) => {
  const write = (offers: Offers) => [formatGuide(offers), JSON.stringify(createCatalog(offers))].join('\n')
  expect(write(NONE)).not.toMatch(words)
  expect(write({ ...NONE, [name]: true })).toMatch(words)
})

it('says what an approval and a level do not prove wherever it speaks of them', () => {
  const guide = formatGuide({ ...NONE, approvals: true })
  expect(guide).toContain('**What an approval does not prove:**')
  for (const row of Object.values(listLevels())) for (const cell of Object.values(row)) expect(guide).toContain(cell)
  for (const limit of listApprovalLimits()) expect(guide).toContain(limit)
  expect(guide).toContain(describeCheapestAttack())
})
