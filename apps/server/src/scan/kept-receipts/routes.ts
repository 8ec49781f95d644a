import { randomBytes } from 'node:crypto'
import {
  type AnswerOf,
  getKeptReceipt,
  keepReceipt,
  listKeptReceipts,
  MOST_KEPT_RECEIPTS,
  type ParamsOf,
  removeKeptReceipt,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireOwner } from '../../identity/access/authorize.ts'
import { lockNodeById } from '../../identity/node-store.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { toBudgetOwner, spendOwnerBudget, refuseTooMany } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { serveDocument } from '../receipts/routes.ts'
import { addKept, deleteKept, describeKept, findCiphertext, isKeptId, listKept } from './store.ts'

/** Registers the endpoints that store, list, fetch and delete kept (encrypted) receipts. Fetching by id needs no credentials. */
export function serveKeptReceipts(app: FastifyInstance, service: Service): void {
  serveTx(app, keepReceipt, async (tx, { body, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    await spendOwnerBudget(tx, service, 'kept.node', String(nodeId))
    await lockNodeById(tx, nodeId)
    const ciphertext = Buffer.from(body.ciphertext, 'base64url')
    const kept = await addKept(tx, { id: randomBytes(16).toString('base64url'), nodeId, ciphertext, now: tx.now })
    if (kept) return describeKept(kept)
    throw new RequestProblem(
      'KEPT_RECEIPTS_LIMIT_REACHED',
      'This node keeps a hundred receipts here. Remove one first.',
    )
  })

  serveTx(app, listKeptReceipts, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    return { kept: (await listKept(tx, nodeId)).map(describeKept), most: MOST_KEPT_RECEIPTS }
  })

  // Removed is gone: no cache may answer in our place.
  serveDocument(app, getKeptReceipt, { maxAgeSeconds: 0, read: createReading(service) })

  serveTx(app, removeKeptReceipt, async (tx, { params: { id }, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    if (isKeptId(id) && (await deleteKept(tx, nodeId, id))) return { success: true }
    throw refuseUnknownReceipt()
  })
}

/** Returns a reader of ciphertexts, which need no credentials. Each IP address has a budget, as for other receipts. */
function createReading(service: Service): (request: FastifyRequest) => Promise<AnswerOf<typeof getKeptReceipt>> {
  const looks = createFlood(service.settings.limits['lookup.address'])
  return async (request) => {
    const spent = looks.take(toBudgetOwner('lookup.address', request.ip), service.now().getTime())
    if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, 'Too many receipts for this address.')
    const { id } = request.params as ParamsOf<typeof getKeptReceipt>
    const ciphertext = isKeptId(id) ? await findCiphertext(service.db, id) : undefined
    if (!ciphertext) throw refuseUnknownReceipt()
    return { id, ciphertext: ciphertext.toString('base64url') }
  }
}

function refuseUnknownReceipt(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'No receipt is kept under this id.')
}
