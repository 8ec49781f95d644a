import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { encodeHeader, generateKeyPair } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canPython, pythonEnvironment } from '../scripts/programs.ts'
import { madeUpReceipt } from './made-up-receipt.ts'

const ORIGIN = 'https://shop.example'
const keys = generateKeyPair()

describe.runIf(canPython('pass', 'tests of the server in Python'))('python-server/server.py', () => {
  let server: ChildProcess
  let address = ''

  beforeAll(async () => {
    const env = { ...pythonEnvironment(), TRUSTED_ISSUERS: keys.publicKey, ORIGIN, PORT: '0' }
    const script = join(import.meta.dirname, 'python-server', 'server.py')
    server = spawn('python3', [script], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = await once(server.stdout as NodeJS.ReadableStream, 'data')
    address = /http:\S+/.exec(String(line))?.[0] ?? ''
  })
  afterAll(() => server?.kill())

  it('200: lets a good receipt through, once, as JSON or as a header word', async () => {
    const receipt = madeUpReceipt(keys, ORIGIN)
    expect(await enter({ receipt: JSON.stringify(receipt) })).toEqual([200, `welcome, ${receipt.subject.id}`])
    expect(await enter({ receipt: encodeHeader(receipt) })).toEqual([403, 'REPLAYED'])
    expect((await enter({ receipt: encodeHeader(madeUpReceipt(keys, ORIGIN)) }))[0]).toBe(200)
  })

  it.each<[string, Record<string, string>, string]>([
    ['nothing', {}, 'RECEIPT_REQUIRED'],
    ['no JSON', { receipt: 'VALID' }, 'INVALID_SCHEMA'],
    ['a stranger’s', { receipt: encodeHeader(madeUpReceipt(generateKeyPair(), ORIGIN)) }, 'UNTRUSTED_ISSUER'],
    ['another site’s', { receipt: encodeHeader(madeUpReceipt(keys, 'https://a.example')) }, 'AUDIENCE_MISMATCH'],
  ])('403: refuses %s', async (_name, form, reason) => {
    expect(await enter(form)).toEqual([403, reason])
  })

  it('403: refuses a form of another site', async () => {
    const receipt = encodeHeader(madeUpReceipt(keys, ORIGIN))
    expect(await enter({ receipt }, 'https://evil.example')).toEqual([403, 'ORIGIN_MISMATCH'])
    expect((await enter({ receipt }))[0]).toBe(200)
  })

  it('413: reads no form that is too large', async () => {
    const asked = request(`${address}/enter`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-length': 131_073 },
    })
    asked.flushHeaders()
    const [answer] = await once(asked, 'response')
    expect(answer.statusCode).toBe(413)
    asked.destroy()
  })

  async function enter(form: Record<string, string>, origin = ORIGIN): Promise<[number, string]> {
    const body = new URLSearchParams(form)
    const answer = await fetch(`${address}/enter`, { method: 'POST', body, headers: { origin } })
    return [answer.status, await answer.text()]
  }
})
