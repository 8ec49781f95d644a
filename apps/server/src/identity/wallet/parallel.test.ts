import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { type Processes, startTestProcesses } from '../../../test/processes.ts'
import { post } from '../../../test/sign-in.ts'
import { messageOf, newWallet, signBody, visit } from '../../../test/wallets.ts'
import { sql } from '../../platform/database/sql.ts'

let processes: Processes
beforeAll(async () => {
  processes = await startTestProcesses(2)
})
afterAll(() => processes.stop())

const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

describe('two processes on one database', () => {
  it('one message sent to both at once signs in exactly once', async () => {
    for (let round = 0; round < 10; round++) {
      const wallet = newWallet()
      const body = await signBody(wallet, messageOf(wallet, new Date()))
      const answers = [0, 1].map((index) => post(processes.nth(index), '/api/auth/siwe', body))
      expect(await statuses(answers)).toEqual([200, 401])
    }
  })

  it('forty copies of one message sign in exactly once', async () => {
    const wallet = newWallet()
    const body = await signBody(wallet, messageOf(wallet, new Date()))
    const answers = Array.from({ length: 40 }, (_, index) => post(processes.nth(index), '/api/auth/siwe', body))
    expect(await statuses(answers)).toEqual([200, ...Array(39).fill(401)])
  })

  it('two nodes that prove one wallet at once: one gets it', async () => {
    const service = processes.nth(0)
    for (let round = 0; round < 5; round++) {
      const wallet = newWallet()
      const bearers = [
        await bearerFor(service, await addNode(service)),
        await bearerFor(service, await addNode(service)),
      ]
      const answers = bearers.map((headers, index) => visit(processes.nth(index), wallet, { headers }))
      expect(await statuses(answers)).toEqual([200, 409])
    }
  })

  it('twenty wallets that name a new e-mail address at once: one node, five of them left', async () => {
    const answers = Array.from({ length: 20 }, (_, index) =>
      visit(processes.nth(index), newWallet(), { email: 'crowd@example.org' }),
    )
    expect(await statuses(answers)).toEqual(Array(20).fill(200))
    const left = await processes.nth(0).db.query(sql`
      SELECT 1 FROM wallet JOIN node ON node.id = wallet.node_id WHERE node.email_key = 'crowd@example.org'`)
    expect(left).toHaveLength(5)
  })
})
