import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acceptReceipt } from '../accept.ts'
import { judgeDocuments, verifyApprovers } from '../page/judgment.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'
import { describeChecks } from '../view/checks.ts'
import { acceptApproval } from './accept.ts'

// Issued by the code before V8: no block of a person's key, and no method in the policy.
const OLDER = ['check', 'approval', 'hardware'].map((name) => [name, readOlder(name)] as const)
const PINNED = 'A'.repeat(43)
const now = Date.parse('2026-03-01T12:00:10.000Z')

function readOlder(name: string): Receipt {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../../vectors/older/${name}.json`), 'utf8'))
}

describe.each(OLDER)('a receipt from before V8: %s', (name, receipt) => {
  const demands = { trustedIssuers: [receipt.issuer.publicKey], audience: 'https://shop.example', now }

  it('is accepted as before, at its level', () => {
    const assurance = { check: 1, approval: 2, hardware: 3 }[name]
    expect(acceptReceipt(receipt, demands)).toMatchObject({ accepted: true, assurance })
  })

  it('is valid on the offline page, which says in plain words that no key is in it', async () => {
    const documents = [{ value: JSON.parse(JSON.stringify(receipt)) }]
    const [judgment] = judgeDocuments(documents, demands, await verifyApprovers(documents)).each
    if (judgment?.kind !== 'judged') throw new Error('it can be read')
    const { result, approver } = judgment
    expect(result.status).toBe('VALID')
    const v8 = describeChecks(result, receipt, { approver }).find((row) => row.name === 'V8')
    const who =
      name === 'check'
        ? 'Its issuer alone vouches for what it says.'
        : 'The service alone says that this person’s key signed.'
    expect([v8?.outcome, v8?.reason]).toEqual(['SKIPPED', `Not made: no key of a person is in it. ${who}`])
  })

  it('is refused once a key is pinned', async () => {
    const documents = [{ value: JSON.parse(JSON.stringify(receipt)) }]
    const [judgment] = judgeDocuments(documents, demands, await verifyApprovers(documents, [PINNED])).each
    expect(judgment).toMatchObject({ result: { status: 'INVALID', reason: 'APPROVER_MISSING' } })
    const { action_digest: actionDigest, nonce } = readPresencePolicy(receipt) ?? {}
    const asked = { ...demands, approverKeys: [PINNED], actionDigest: actionDigest ?? '', nonce: nonce ?? '' }
    const reason = name === 'check' ? 'INVALID_OPTIONS' : 'APPROVER_MISSING'
    expect(await acceptApproval(receipt, asked)).toMatchObject({ accepted: false, reason })
  })
})
