import { describe, expect, it } from 'vitest'
import { findLine, verifyFile } from '../../test/fake-io.ts'
import {
  hashReceipt,
  ISSUER,
  OTHER_KEYS,
  oldReceipt,
  sampleReceipt,
  makeSuccessor,
} from '../../test/sample-receipts.ts'

const RECEIPT = sampleReceipt()
const OTHER_KEY = OTHER_KEYS.publicKey

describe('verify with a list of receipts', () => {
  const second = makeSuccessor(RECEIPT, { receiptId: '0195d1c2-3b00-7abc-8def-000000000002' })
  const third = makeSuccessor(second, { receiptId: '0195d1c2-3b00-7abc-8def-000000000003' })
  const rival = makeSuccessor(second, { receiptId: '0195d1c2-3b00-7abc-8def-000000000004' })

  it('2: shows the receipts in the order of the chain, whose issuer is unknown without trusted keys', async () => {
    const run = await verifyFile([third, RECEIPT, second])
    expect(run.exitCode).toBe(2)
    expect(run.output).toMatch(
      /^ISSUER UNKNOWN {2}every check passes, but whose keys signed was not checked\n\nA chain of 3;/,
    )
    expect(run.output).toMatch(/#2 .*\n#3 .*\n#1 /)
    expect(findLine(run, '#1')).toBe(
      `#1  ${third.receiptId}  PASS  PASS  PASS  PASS  PASS  PASS     PASS     SKIPPED  SKIPPED`,
    )
    expect(findLine(run, 'Order')).toBe('Order  #2, #3, #1')
    expect(findLine(run, 'Gaps')).toBe('Gaps   none')
    expect(findLine(run, 'Forks')).toBe('Forks  none')
    expect(findLine(run, 'Trust')).toMatch(/SKIPPED: .*anyone/)
    expect(findLine(run, 'Coverage')).toMatch(/covers every member/)
    expect(findLine(run, 'Last hash')).toBe(`Last hash  ${hashReceipt(third)}`)
  })

  it('0: joins the chain to the predecessor of them all', async () => {
    const args = ['--predecessor', 'p.json', '--trusted', ISSUER.publicKey]
    const run = await verifyFile([third, second], args, { 'p.json': RECEIPT })
    expect(run).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^VALID\n/) })
  })

  it('1: names the receipt that is missing', async () => {
    const run = await verifyFile([RECEIPT, third])
    expect(run.exitCode).toBe(1)
    expect(findLine(run, 'Gap')).toBe(`Gap    before #2: the receipt ${hashReceipt(second)} is not here`)
    expect(run.output).toMatch(/\n#2 {2}V7 {2}CHAIN_BROKEN {2}the predecessor/)
  })

  it('1: names receipts that follow the same one, even when all are trusted', async () => {
    const run = await verifyFile([RECEIPT, second, third, rival], ['--trusted', ISSUER.publicKey])
    expect(run.exitCode).toBe(1)
    expect(findLine(run, 'Fork')).toBe(`Fork   #3, #4 all follow ${hashReceipt(second)}`)
    expect(findLine(run, 'Last hash')).toBeUndefined()
    expect(findLine(run, 'Trust')).toBeUndefined()
  })

  it('1: names receipts that all claim to be the first', async () => {
    const run = await verifyFile([RECEIPT, sampleReceipt({ receiptId: second.receiptId })])
    expect(findLine(run, 'Fork')).toBe('Fork   #1, #2 all claim to be the first')
  })

  it('1: puts aside copies and what is no receipt', async () => {
    const run = await verifyFile([RECEIPT, RECEIPT, 7])
    expect(run.exitCode).toBe(1)
    expect(findLine(run, 'Order')).toBe('Order  #1')
    expect(findLine(run, 'Aside')).toBe('Aside  #2, #3: copies, or no receipts')
    expect(findLine(run, '#3')).toMatch(/^#3 {2}\(no id\) /)
  })

  it('1: an empty list is no chain', async () => {
    expect(await verifyFile([])).toMatchObject({ exitCode: 1 })
  })

  it('2: a sound chain of a stranger is untrusted', async () => {
    const run = await verifyFile([RECEIPT, second], ['--trusted', OTHER_KEY])
    expect(run).toMatchObject({ exitCode: 2, output: expect.stringMatching(/^UNTRUSTED /) })
  })

  it('1: a forked chain of a stranger is invalid', async () => {
    const run = await verifyFile([second, third, rival, RECEIPT], ['--trusted', OTHER_KEY])
    expect(run).toMatchObject({ exitCode: 1 })
    expect(findLine(run, 'Order')).toBe('Order  none: the chain forks')
    expect(run.output).not.toMatch(/Last hash/)
  })

  it('names the receipts whose members are not all signed', async () => {
    const run = await verifyFile([oldReceipt({ references: ['one'] })], ['--legacy'])
    expect(findLine(run, 'Coverage')).toMatch(/#1: The old signature leaves/)
  })

  it('1: claims nothing of a list without any receipt', async () => {
    const run = await verifyFile([7, {}], ['--trusted', ISSUER.publicKey])
    expect(findLine(run, 'Order')).toBe('Order  none')
    expect(findLine(run, 'Trust')).toMatch(/SKIPPED: Not made: without the right form/)
    expect(findLine(run, 'Coverage')).toMatch(/does not have the form/)
  })

  it('prints the chain result as JSON', async () => {
    const run = await verifyFile([RECEIPT, third], ['--json'])
    expect(JSON.parse(run.output)).toMatchObject({
      status: 'INVALID',
      reason: 'CHAIN_BROKEN',
      order: [0, 1],
      gaps: [{ index: 1, missing: hashReceipt(second) }],
      forks: [],
    })
  })
})
