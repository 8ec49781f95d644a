import { blockPerson, erasePerson, searchPeople, signPersonOut, unblockPerson } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { revokeAllTokens } from '../../identity/access/store.ts'
import { blockNode, lockNodeById, unblockNode } from '../../identity/node-store.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { eraseAll } from '../account/erase.ts'
import { describePerson, readSearch } from './rules.ts'
import { searchNodes } from './store.ts'

/** What the operator does with nodes: find, sign out, block, unblock, erase. */
export function peopleRoutes(app: FastifyInstance, service: Service): void {
  const { db, secrets } = service

  serve(app, searchPeople, async ({ body: { text, limit = 50, cursor }, reply }) => {
    reply.header('cache-control', 'no-store')
    const before = cursor === undefined ? null : Number(openCursor(secrets, 'people', cursor))
    const rows = await searchNodes(db, { ...readSearch(text), before, limit: limit + 1 }, service.now())
    const people = rows.slice(0, limit).map(describePerson)
    const last = rows.length > limit ? people.at(-1) : undefined
    return { people, nextCursor: last ? sealCursor(secrets, 'people', last.id) : null }
  })

  serveTx(app, signPersonOut, async (tx, { params }) => {
    const node = await lockNodeById(tx, readId(params.id))
    if (!node) throw makeUnknown()
    return { success: true, ended: await revokeAllTokens(tx, node.id) }
  })

  serveTx(app, blockPerson, async (tx, { params }) => {
    if (await blockNode(tx, readId(params.id), tx.now)) return { success: true }
    throw makeUnknown()
  })

  serveTx(app, unblockPerson, async (tx, { params }) => {
    if (await unblockNode(tx, readId(params.id))) return { success: true }
    throw makeUnknown()
  })

  serveTx(app, erasePerson, async (tx, { params }) => {
    const node = await lockNodeById(tx, readId(params.id))
    if (!node) throw makeUnknown()
    await eraseAll(tx, service, { node, emailKey: node.emailKey })
    return { success: true }
  })
}

function makeUnknown(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'There is no node with this id.')
}

// No node has the id 0.
function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
