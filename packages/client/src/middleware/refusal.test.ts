import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REFUSALS } from './refusal.ts'

// The guard gives no predecessor and no status list, and has checked its options, so nothing about these comes out.
const NEVER = new Set([
  'CHAIN_BROKEN',
  'SUBJECT_MISMATCH',
  'ISSUER_MISMATCH',
  'TEMPORAL_VIOLATION',
  'STATUS_UNUSABLE',
  'INVALID_OPTIONS',
])

it('docs/middleware.md names every code beside its status', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/middleware.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (\d{3}) \|[^|]+\|(.+)\|$/gm)]
  const written = rows.flatMap(([, status, cell]) =>
    [...cell!.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => [code, Number(status)]),
  )
  const codes = Object.entries(REFUSALS).filter(([code]) => !NEVER.has(code))
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(codes.map(([code, [status]]) => [code, status])))
})
