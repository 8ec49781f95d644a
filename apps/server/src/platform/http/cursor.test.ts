import { describe, expect, it } from 'vitest'
import { RequestProblem } from '../problem.ts'
import { createSecrets } from '../secrets.ts'
import { openCursor, sealCursor } from './endpoint.ts'

const secrets = createSecrets(Buffer.alloc(32, 1))

describe('openCursor', () => {
  it('gives back the position that was sealed for the same list', () => {
    expect(openCursor(secrets, 'network', sealCursor(secrets, 'network', '12 2026-03-10'))).toBe('12 2026-03-10')
  })

  it.each([
    ['of another list', sealCursor(secrets, 'ledger:1', '7')],
    ['of a list whose name begins alike', sealCursor(secrets, 'networks', '7')],
    ['sealed under another key', sealCursor(createSecrets(Buffer.alloc(32, 2)), 'network', '7')],
    ['changed', changed(sealCursor(secrets, 'network', '7'))],
    ['cut', sealCursor(secrets, 'network', '7').slice(0, -4)],
    ['empty', ''],
    ['made up', 'MTI'],
  ])('refuses a cursor that is %s', (_what, cursor) => {
    expect(() => openCursor(secrets, 'network', cursor)).toThrow(RequestProblem)
  })
})

function changed(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  return Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]).toString('base64url')
}
