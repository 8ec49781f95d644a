import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { type ServerProcess, startServerProcess } from '../../../test/server-process.ts'
import { messageOf, newWallet, type SignedBody, signBody } from '../../../test/wallets.ts'

let scratch: Scratch
let processes: ServerProcess[]

beforeAll(async () => {
  scratch = await scratchDatabase()
  const secrets = { SECRET_KEY: 'a secret key for two processes', ADMIN_SECRET: 'an admin secret for two processes' }
  const env = { ...secrets, PUBLIC_URL: 'http://localhost' }
  processes = [await startServerProcess(scratch.connection, env), await startServerProcess(scratch.connection, env)]
}, 120_000)

afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  await scratch.drop()
}, 120_000)

/** Asks again when a busy machine makes a process shed what it is asked. */
async function send(url: string, body: SignedBody): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${url}/api/auth/siwe`, { method: 'POST', headers, body: JSON.stringify(body) })
  return status === 503 ? send(url, body) : status
}

it('of two servers that get one message at once, and share the nonces they give, exactly one signs in', async () => {
  for (let round = 0; round < 5; round++) {
    const given = await fetch(`${processes[round % 2]?.address}/api/auth/siwe/nonce`)
    const { nonce } = (await given.json()) as { nonce: string }
    const wallet = newWallet()
    const body = await signBody(wallet, messageOf(wallet, new Date(), { nonce }))
    const statuses = await Promise.all(processes.map(({ address }) => send(address, body)))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
  }
})
