import { describe, expect, it } from 'vitest'
import { findLine, runCli, verifyFile } from '../../test/fake-io.ts'
import {
  editMember,
  ISSUER,
  ISSUER_KEYS,
  NOW,
  OTHER_KEYS,
  sampleReceipt,
  makeSuccessor,
} from '../../test/sample-receipts.ts'
import { signStatusList } from '../status-list.ts'

const RECEIPT = sampleReceipt()
const listOf = (revoked: string[], secretKey = ISSUER_KEYS.secretKey) =>
  signStatusList({ revoked, issuedAt: NOW, nextUpdate: NOW + 60_000 }, secretKey)
const verifyWith = (list: object | string, args: string[] = [], receipt = RECEIPT) =>
  verifyFile(receipt, ['--status', 's.json', ...args], { 's.json': list })

describe('verify --status', () => {
  it('0: a receipt that the list does not name', async () => {
    const run = await verifyWith(listOf([]), ['--trusted', ISSUER.publicKey])
    expect(run.exitCode).toBe(0)
    expect(findLine(run, 'Revocation')).toMatch(/PASS: The status list/)
  })

  it('0: says nothing of revocation without a list', async () => {
    expect(findLine(await verifyFile(RECEIPT), 'Revocation')).toBeUndefined()
  })

  it('1: a revoked receipt, alone and in a chain', async () => {
    const list = listOf([RECEIPT.receiptId])
    const run = await verifyWith(list)
    expect(run.exitCode).toBe(1)
    expect(run.output).toMatch(/^INVALID {2}REVOKED {2}Its issuer revoked it\./)
    expect(findLine(run, 'Revocation')).toMatch(/FAIL: .*\(REVOKED\)/)
    const chain = [RECEIPT, makeSuccessor(RECEIPT, { receiptId: '0195d1c2-3b00-7abc-8def-0123456789ad' })]
    expect((await verifyFile(chain, ['--status', 's.json'], { 's.json': list })).exitCode).toBe(1)
  })

  it('1: a revoked receipt is told revoked after it has expired, too, alone and in a chain', async () => {
    const soon = sampleReceipt({ expiresAt: '2026-03-01T12:00:01.000Z' })
    const late = ['--at', '2026-03-01T12:01:05Z']
    const alone = await verifyWith(listOf([soon.receiptId]), late, soon)
    expect(alone.output).toMatch(/^INVALID {2}REVOKED {2}Its issuer revoked it\./)
    const list = { 's.json': listOf([soon.receiptId]) }
    const chain = await verifyFile([soon], ['--status', 's.json', ...late], list)
    expect(chain.output).toMatch(/^INVALID {2}REVOKED {2}the receipt is revoked/)
  })

  it('1: a receipt of another key than the list’s', async () => {
    const run = await verifyWith(listOf([], OTHER_KEYS.secretKey))
    expect([run.exitCode, run.output]).toEqual([1, expect.stringContaining('was not answered')])
  })

  it.each<[string, object | string, string[], string]>([
    ['stale', listOf([]), ['--at', '2026-03-01T12:02:00Z'], 'STALE, a newer list was due at 2026-03-01T12:01:10.000Z'],
    ['forged', editMember(listOf([RECEIPT.receiptId]), '/revoked', []), [], 'INVALID_SIGNATURE, '],
    ['untrusted', listOf([]), ['--trusted', OTHER_KEYS.publicKey], 'UNTRUSTED_ISSUER, '],
    ['no list', RECEIPT, [], 'INVALID_SCHEMA, '],
    ['not JSON', 'revoked', [], 's.json: the text is not JSON'],
  ])('3: a list that is %s', async (_name, list, args, detail) => {
    const run = await verifyWith(list, args)
    expect([run.exitCode, run.output]).toEqual([3, ''])
    expect(run.errors).toContain(detail)
    const forPrograms = await verifyWith(list, [...args, '--json'])
    expect(JSON.parse(forPrograms.output)).toMatchObject({ status: 'UNREADABLE' })
  })

  it('64: standard input named twice', async () => {
    expect((await runCli(['verify', '-', '--status', '-'], { stdin: RECEIPT })).exitCode).toBe(64)
  })
})
