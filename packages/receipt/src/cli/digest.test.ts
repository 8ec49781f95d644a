import { describe, expect, it } from 'vitest'
import { runCli } from '../../test/fake-io.ts'
import { sha256Hex } from '../crypto-node.ts'

describe('digest', () => {
  it('0: prints SHA-256 of the canonical text, whatever the order and the white space', async () => {
    const stdin = '{ "type": "pay",\n "summary": "Pay 7 € to Eve", "details": { "to": "Eve", "amount": 7.0 } }'
    const text = '{"details":{"amount":7,"to":"Eve"},"summary":"Pay 7 € to Eve","type":"pay"}'
    expect(await runCli(['digest', '-'], { stdin })).toMatchObject({ exitCode: 0, output: `${sha256Hex(text)}\n` })
  })

  it.each(['[]', '"pay"', '{"type":"pay","type":"sell"}', ''])('3: %j is no action', async (stdin) => {
    expect(await runCli(['digest', '-'], { stdin })).toMatchObject({ exitCode: 3, output: '' })
  })
})
