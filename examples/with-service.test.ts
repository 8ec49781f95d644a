import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServiceProcess, startService } from '../scripts/service-process.ts'

let service: ServiceProcess
beforeAll(async () => {
  service = await startService()
}, 120_000)
afterAll(() => service?.stop(), 60_000)

it(
  'wallet-sign-in.ts: an unknown wallet is new, a node’s token proves it, then it signs in by itself and can be removed',
  {
    timeout: 120_000,
  },
  async () => {
    const token = await tokenOf('ada@example.org')
    const printed = await run('wallet-sign-in.ts', { NODE_TOKEN: token })
    expect(printed).toMatch(/^an unknown wallet {[^}]*status: 'NEW'/)
    expect(printed).toMatch(/^beside the token of a node {[^}]*status: 'GENESIS_NODE'[^}]*binding: 'proved'/m)
    expect(printed).toMatch(/^by itself sh_/m)
    expect(printed).toMatch(/^removed 200$/m)
    expect(await walletsOf(token)).toEqual([])
  },
)

it(
  'publish-preview.ts: shows what each platform would get, and is skipped or handed to a person without credentials',
  {
    timeout: 60_000,
  },
  async () => {
    const printed = await run('publish-preview.ts')
    expect(printed.match(/^PREVIEW \w+: \d+ of \d+ [\w-]+( [\w-]+)*/gm)).toEqual([
      'PREVIEW bluesky: 42 of 300 graphemes',
      'PREVIEW linkedin: 46 of 3000 UTF-16 units',
      'PREVIEW farcaster: 65 of 1024 bytes',
      'PREVIEW discord: 86 of 2000 characters',
      'PREVIEW telegram: 88 of 4096 UTF-16 units',
      'PREVIEW reddit: 73 of 40000 characters',
    ])
    expect(printed).toMatch(/^SKIPPED There are no credentials for Discord\.$/m)
    expect(printed).toMatch(/^PREVIEW https:\/\/www\.linkedin\.com\/\S+$/m)
  },
)

async function run(example: string, env: Record<string, string> = {}): Promise<string> {
  const options = { env: { ...process.env, BASE: service.address, ...env } }
  return (await promisify(execFile)(process.execPath, [join(import.meta.dirname, example)], options)).stdout
}

/** The token of a node that joined with the code in its mail. */
async function tokenOf(email: string): Promise<string> {
  await post('/api/send-otp', { email, invite_code: service.invites[0] })
  const otp = await service.mailedCode(email)
  const { node_token } = (await post('/api/verify-otp', { email, otp })) as { node_token: string }
  return node_token
}

/** A code beside the one that the node joined with; once in a million they are the same. */
async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}

async function walletsOf(token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${service.address}/api/node/wallets`, { headers })
  return ((await answer.json()) as { wallets: unknown }).wallets
}
