import { describe, expect, it } from 'vitest'
import { type Run, runCli } from '../../test/fake-io.ts'
import {
  hashReceipt,
  ISSUER,
  oldReceipt,
  sampleReceipt,
  makeSuccessor,
  buildUnsigned,
} from '../../test/sample-receipts.ts'
import { encodeHeader } from '../header.ts'

const RECEIPT = sampleReceipt()

function inspect(stdin: string | object): Promise<Run> {
  return runCli(['inspect', '-'], { stdin })
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length
}

describe('inspect', () => {
  it('0: tells every fact and that nothing is judged', async () => {
    const { exitCode, output, errors } = await inspect(JSON.stringify(RECEIPT, null, 2))
    expect(output.split('\n')).toEqual([
      'NOT JUDGED  this is what the receipt says of itself; judge it with "stillhere-receipt verify"',
      '',
      'Its own verdict  pass',
      expect.stringMatching(/^What it shows {4}Its issuer states no level.* A program can produce such motion: .*\.$/),
      'Vouched for by   its issuer alone. No key of a person is in it.',
      `Subject          ${RECEIPT.subject.id} (type embodied)`,
      'Seen             1.5 seconds, from 2026-03-01T11:59:58.500Z to 2026-03-01T12:00:00.000Z',
      'Observed         yes, confidence 0.95',
      'Continuous       yes, confidence 0.8125',
      'Intact           yes, confidence 1',
      'Engine           org.stillhere.motion 1.2.0, confidence 0.875',
      'Engine           org.stillhere.pulse 0.4.1, confidence 0.75',
      'Signed           2026-03-01T12:00:10.000Z with Ed25519',
      'Expires          2026-03-01T12:05:00.000Z',
      'Audience         https://stillhere.example',
      'References       urn:example:1, urn:example:2',
      `Issuer           ${ISSUER.id}`,
      `Key              ${ISSUER.publicKey}`,
      `Receipt          ${RECEIPT.receiptId}`,
      'Follows          no other receipt',
      'Profile          version 1.0, JCS',
      `Size             ${countBytes(JSON.stringify(RECEIPT))} bytes of canonical JSON`,
      `Hash             ${hashReceipt(RECEIPT)}`,
      `File             ${countBytes(JSON.stringify(RECEIPT, null, 2))} bytes`,
      '',
    ])
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  })

  it('0: does not judge a receipt that would be refused', async () => {
    expect(await inspect({ ...RECEIPT, verdict: 'FAIL', surprise: 1 })).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['a header word', encodeHeader(RECEIPT), /Profile {10}version 1\.0, JCS\n/],
    ['the old profile', oldReceipt(), /Profile {10}version 1\.0, the old profile, which leaves members unsigned\n/],
    ['an unsigned receipt', buildUnsigned(), /Signed {11}no\n[^]*Profile {10}version 1\.0, not signed\n/],
    ['a chain pointer', makeSuccessor(RECEIPT), new RegExp(`Follows          ${hashReceipt(RECEIPT)}\n`)],
    ['a list', [RECEIPT, RECEIPT], /\n\n#1 of 2\nIts own[^]*\n\n#2 of 2\nIts own/],
    ['an empty object', {}, /Subject {10}absent\nSeen {13}absent, from absent to absent\n/],
    ['members of wrong types', { interval: { coverageMs: -1 }, evidence: [7], references: 5 }, /Seen {13}-1, from/],
  ])('0: tells %s', async (_name, stdin, expected) => {
    const { exitCode, output } = await inspect(stdin)
    expect(output).toMatch(expected)
    expect(exitCode).toBe(0)
  })

  it.each([
    ['a number', '5', /standard input: #1 is not an object/],
    ['a list with a stranger', '[{}, null]', /standard input: #2 is not an object/],
    ['an empty list', '[]', /standard input: is an empty list/],
    ['no JSON', '{', /standard input: the text is not JSON/],
  ])('3: refuses %s', async (_name, stdin, message) => {
    const { exitCode, output, errors } = await inspect(stdin)
    expect(errors).toMatch(message)
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' })
  })

  it('escapes every text of a receipt', async () => {
    const attack = '\u001b[2J\u202e\r\nVALID'
    const evil = JSON.parse(JSON.stringify(RECEIPT), (_name, value: unknown) =>
      typeof value === 'string' ? attack : value,
    )
    expect((await inspect({ ...evil, references: [attack] })).output).toMatch(/^[\x20-\x7e\n]*$/)
  })
})
