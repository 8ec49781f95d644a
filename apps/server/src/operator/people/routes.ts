import { blockPerson, erasePerson, type Person, searchPeople, signPersonOut, unblockPerson } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { revokeAllTokens } from '../../identity/access/store.ts'
import { setBlocked, lockNodeById, removeBlock } from '../../identity/node-store.ts'
import { parseEmail } from '../../platform/email.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { toCaseKey } from '../../platform/visible-text.ts'
import { deleteAll } from '../account/routes.ts'
import { type ListedNode, type Search, listNodes } from './store.ts'

/** Registers the operator's endpoints for nodes: search, sign out, block, unblock and erase. */
export function servePeople(app: FastifyInstance, service: Service): void {
  const { db, secrets } = service

  serve(app, searchPeople, async ({ body: { text, limit = 50, cursor }, reply }) => {
    reply.header('cache-control', 'no-store')
    const before = cursor === undefined ? null : Number(openCursor(secrets, 'people', cursor))
    const rows = await listNodes(db, { ...readSearch(text), before, limit: limit + 1 }, service.now())
    const people = rows.slice(0, limit).map(describePerson)
    const last = rows.length > limit ? people.at(-1) : undefined
    return { people, nextCursor: last ? sealCursor(secrets, 'people', last.id) : null }
  })

  serveTx(app, signPersonOut, async (tx, { params }) => {
    const node = await lockNodeById(tx, readId(params.id))
    if (!node) throw refuseUnknownNode()
    return { success: true, ended: await revokeAllTokens(tx, node.id) }
  })

  serveTx(app, blockPerson, async (tx, { params }) => {
    if (await setBlocked(tx, readId(params.id), tx.now)) return { success: true }
    throw refuseUnknownNode()
  })

  serveTx(app, unblockPerson, async (tx, { params }) => {
    if (await removeBlock(tx, readId(params.id))) return { success: true }
    throw refuseUnknownNode()
  })

  serveTx(app, erasePerson, async (tx, { params }) => {
    const node = await lockNodeById(tx, readId(params.id))
    if (!node) throw refuseUnknownNode()
    await deleteAll(tx, service, { node, emailKey: node.emailKey })
    return { success: true }
  })
}

function refuseUnknownNode(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'There is no node with this id.')
}

// No node has the id 0.
function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/** Parses the operator's search text: with an @ it's a whole e-mail address, otherwise a part of a handle. Throws 400 for an invalid address. */
function readSearch(text = ''): Pick<Search, 'handlePart' | 'emailKey'> {
  const wanted = text.trim()
  if (wanted.includes('@')) return { handlePart: null, emailKey: readAddress(wanted) }
  return { handlePart: wanted === '' ? null : toCaseKey(wanted), emailKey: null }
}

function readAddress(text: string): string {
  const address = parseEmail(text)
  if (address === null) throw refuseField('/text', 'must be a whole e-mail address, or a part of a handle')
  return address.key
}

/** Converts a node to the form of the contract, without its e-mail address. */
function describePerson(node: ListedNode): Person {
  return {
    id: String(node.id),
    node_handle: node.handle,
    status: node.status,
    registered_at: node.registeredAt.toISOString(),
    activated_at: node.activatedAt?.toISOString() ?? null,
    last_scan_at: node.lastScanAt?.toISOString() ?? null,
    scan_count: node.scanCount,
    sessions: node.sessions,
    blocked_at: node.blockedAt?.toISOString() ?? null,
  }
}
