import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Processes, startTestProcesses } from '../../../test/processes.ts'
import { post, listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

let processes: Processes
beforeEach(async () => {
  processes = await startTestProcesses(4, {
    limits: { ...DEFAULT_LIMITS, 'subscribe.address': { count: 1000, perSeconds: 600 } },
  })
})
afterEach(() => processes.stop())

function together(count: number, url: string, body: (index: number) => object) {
  return Promise.all(Array.from({ length: count }, (_, index) => post(processes.nth(index), url, body(index))))
}

const nodes = () =>
  processes.nth(0).db.query<{ email: string; handle: string }>(sql`
  SELECT email, node_handle AS handle FROM node`)

const oneOfFive = (index: number) => `node-${index % 5}@example.org`

it('100 parallel subscriptions of one e-mail address: one node, one mail, one that was first', async () => {
  const answers = await together(100, '/api/subscribe', (index) => ({
    email: index % 2 ? 'ada@example.org' : 'ADA@example.org',
  }))
  expect(answers.filter((answer) => answer.json().alreadySubscribed === false)).toHaveLength(1)
  expect(answers.filter((answer) => answer.json().alreadySubscribed === true)).toHaveLength(99)
  expect(await nodes()).toHaveLength(1)
  expect(await listQueuedMails(processes.nth(0))).toHaveLength(1)
})

it('100 parallel uplinks of one e-mail address: one node, and everybody learns its handle', async () => {
  const answers = await together(100, '/api/uplink', (index) => ({
    email: 'ada@example.org',
    node_handle: `ada-${index}`,
  }))
  const [node] = await nodes()
  expect(await nodes()).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer.json().node_handle))).toEqual(new Set([node?.handle]))
  expect(answers.filter((answer) => answer.json().alreadyExists === false)).toHaveLength(1)
})

it('100 parallel uplinks of one handle: one node has it, the others are told', async () => {
  const answers = await together(100, '/api/uplink', (index) => ({
    email: `node-${index}@example.org`,
    node_handle: index % 2 ? 'wanted' : 'WANTED',
  }))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.json().error === 'HANDLE_TAKEN')).toHaveLength(99)
  expect(await nodes()).toHaveLength(1)
})

it('parallel subscriptions, uplinks and handshakes of the same few e-mail addresses: one node each', async () => {
  const answers = await Promise.all([
    together(50, '/api/subscribe', (index) => ({ email: oneOfFive(index) })),
    together(50, '/api/uplink', (index) => ({ email: oneOfFive(index), node_handle: '' })),
    together(50, '/api/nodes/handshake', (index) => ({ email: oneOfFive(index), origin_domain: 'app.example.org' })),
  ])
  for (const { statusCode } of answers.flat()) expect(statusCode).toBeLessThan(300)
  expect(await nodes()).toHaveLength(5)
})
