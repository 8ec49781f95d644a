import { describe, expect, it } from 'vitest'
import { verifyFile } from '../../test/fake-io.ts'
import { oldReceipt, resign, sampleReceipt } from '../../test/sample-receipts.ts'

const RECEIPT = sampleReceipt()

describe('verify against attacks on the terminal', () => {
  const attack = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m\r\nVALID\n'
  const calm = /^[\x20-\x7e\n]*$/

  it.each([
    ['a member name', { ...RECEIPT, [attack]: 1 }],
    ['the id in a chain', [{ ...RECEIPT, receiptId: attack }]],
    ['the id of an old receipt', resign({ ...oldReceipt(), receiptId: attack })],
  ])('escapes %s, so that no line can be forged', async (_name, receipt) => {
    for (const args of [['--legacy'], ['--json']]) {
      const { exitCode, output } = await verifyFile(receipt, args)
      expect(output).toMatch(calm)
      expect(output).not.toMatch(/^VALID$/m)
      expect(exitCode).toBe(1)
    }
  })

  it('escapes what a parser quotes of an unreadable file', async () => {
    const { errors } = await verifyFile(`{"a": ${attack}`)
    expect(errors).toMatch(calm)
    expect(errors.trimEnd()).not.toContain('\n')
  })

  it('cuts a name that would fill the screen', async () => {
    expect((await verifyFile({ ...RECEIPT, ['x'.repeat(100_000)]: 1 })).output.length).toBeLessThan(3000)
  })
})
