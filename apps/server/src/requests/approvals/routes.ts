import {
  allowAsker,
  auditApprovals,
  confirmApproval,
  createApproval,
  denyApproval,
  getApproval,
  getAsker,
  introduceKey,
  listApprovals,
  listAskers,
  listPendingApprovals,
  redeemApproval,
  removeAsker,
  setLeastMethod,
  startIntroduction,
  startPasskeyApproval,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { requireOwner, requireFreshSignIn } from '../../identity/access/authorize.ts'
import { requireRightCode } from '../../identity/codes/codes.ts'
import { queueOwnerNotice } from '../../identity/mail/queue.ts'
import { findNodeById, saveLeastMethod } from '../../identity/node-store.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { findIssuerName } from '../../platform/http/origin.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { requireNoProblems, RequestProblem } from '../../platform/problem.ts'
import { findProseProblems } from '../../platform/prose.ts'
import type { Service } from '../../platform/service.ts'
import { findAsker, findByApprover, listAllowed } from '../asker-store.ts'
import {
  addApproval,
  allowAsker as allowAsking,
  requireAllowedAsker,
  requireAsker,
  requireNamedAsker,
  requirePossibleApproval,
} from '../request/create.ts'
import { redeemForAsker, requireOwnApproval } from '../request/redeem.ts'
import {
  createBinding,
  describeAllowed,
  describeApproval,
  describeAsked,
  readDecision,
  refuseWeakMethod,
} from '../request/rules.ts'
import {
  type AttestedApproval,
  confirmUnmoved,
  denyForPerson,
  requireConfirmable,
  requireOpenApproval,
  removeAllowedAsker,
} from '../request/scan.ts'
import {
  type Before,
  listApprovals as listAll,
  listApprovalsOfNode,
  listPending,
  type StoredApproval,
} from '../request/store.ts'
import { startIntroductionOfKey, addIntroduction } from './introduce.ts'
import { issueApprovalReceipt, redeemChallenge, startApproval } from './passkey.ts'

/**
 * Serves the endpoints of approvals: for the sites and agents that ask, for the people who are asked, for the permissions to ask, and for the
 * operator's audit.
 */
export function serveApprovals(app: FastifyInstance, service: Service): void {
  serveAskers(app, service)
  servePeople(app, service)
  serveRights(app, service)
  serveOperators(app, service)
}

/** Serves the endpoints that sites call with their secret, and agents with their signature. */
function serveAskers(app: FastifyInstance, service: Service): void {
  const { db } = service

  serveTx(app, createApproval, {
    prepare: async ({ body, request }) => {
      await spendAddressBudget(service, 'approval.address', request)
      const asker = await requireAsker(db, service, request)
      await requirePossibleApproval(service, body, asker)
      return asker
    },
    commit: (tx, { body, request, prepared: asker }) =>
      addApproval(tx, service, { asker, body, origin: findIssuerName(service.settings, request) }),
  })

  serve(app, listPendingApprovals, async ({ query: { limit = 50, cursor }, request }) => {
    const asker = await requireAsker(db, service, request)
    const list = `pending:${asker.kind}:${asker.id}`
    const now = service.now()
    const before = readPlace(service, list, cursor)
    const found = await listPending(db, asker, { before, limit: limit + 1, now })
    const { page, nextCursor } = splitPage(service, { list, found, limit })
    return { approvals: page.map((one) => describeApproval(one, now)), nextCursor }
  })

  serve(app, getApproval, async ({ params: { id }, request }) => {
    const asker = await requireAsker(db, service, request)
    return describeApproval(await requireOwnApproval(db, { id, asker }), service.now())
  })

  serveTx(app, redeemApproval, {
    prepare: ({ request }) => requireAsker(db, service, request),
    commit: (tx, { params: { id }, body: { digest }, prepared: asker }) =>
      redeemForAsker(tx, service, { id, digest, asker }),
  })
}

/** Serves the endpoints for the people who are asked. */
function servePeople(app: FastifyInstance, service: Service): void {
  const { db } = service

  serveTx(app, denyApproval, async (tx, { params: { id }, body: { stop = false }, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const { asker, status } = await denyForPerson(tx, service, { id, nodeId })
    if (stop) await removeAllowedAsker(tx, service, { nodeId, key: asker.id })
    return { id, status }
  })

  serveTx(app, startPasskeyApproval, async (tx, { params: { id }, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const { nodeId } = await requireOwner(tx, service, request)
    const approval = await requireOpenApproval(tx, { id, nodeId })
    return startApproval(tx, service, { approval, nodeId, host: request.headers.host })
  })

  serveTx(app, confirmApproval, {
    prepare: async ({ params: { id }, body, request }) => {
      const { otp, passkey } = body
      if (otp !== undefined) await spendAddressBudget(service, 'code.try.address', request)
      const { id: nodeId, emailKey } = await db.transaction(async (tx) => {
        const owner = await requireOwner(tx, service, request)
        requireConfirmable(await requireOpenApproval(tx, { id, nodeId: owner.nodeId, digest: toDigest(body) }), body)
        return findNodeById(tx, owner.nodeId)
      })
      return {
        code: otp === undefined ? undefined : await requireRightCode(service, { emailKey, code: otp, request }),
        statement:
          passkey &&
          (
            await redeemChallenge(service, {
              token: passkey.token,
              pointer: '/passkey/token',
              nodeId,
              approval: id,
            })
          ).statement,
      }
    },
    commit: async (tx, { params: { id }, body, prepared: { code, statement }, request }) => {
      const { nodeId } = await requireOwner(tx, service, request)
      const found = await requireOpenApproval(tx, { id, nodeId, digest: toDigest(body) })
      const node = await findNodeById(tx, nodeId)
      const response = body.passkey?.response
      const attest =
        statement &&
        (({ open, ...rights }: AttestedApproval) =>
          issueApprovalReceipt(tx, service, {
            ...rights,
            binding: createBinding(open),
            test: open.test,
            nodeId,
            statement,
            response,
          }))
      const granted = await confirmUnmoved(tx, service, { found: requireConfirmable(found, body), node, code, attest })
      return granted instanceof RequestProblem ? granted : granted.approval
    },
  })

  serveTx(app, listApprovals, async (tx, { query: { limit = 50, cursor }, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const list = `approvals:${nodeId}`
    const found = await listApprovalsOfNode(tx, nodeId, {
      before: readPlace(service, list, cursor),
      limit: limit + 1,
    })
    const { page, nextCursor } = splitPage(service, { list, found, limit })
    return { approvals: page.map((one) => describeAsked(one, nodeId, tx.now)), nextCursor }
  })
}

/** Serves the endpoints by which the owner of a node gives and ends permissions to ask it. */
function serveRights(app: FastifyInstance, service: Service): void {
  serveTx(app, listAskers, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const [allowed, { leastMethod }] = await Promise.all([listAllowed(tx, nodeId), findNodeById(tx, nodeId)])
    return { askers: allowed.map((one) => describeAllowed(one, tx.now)), least_method: leastMethod }
  })

  serveTx(app, setLeastMethod, async (tx, { body: { method }, request }) => {
    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    const node = await findNodeById(tx, nodeId)
    await saveLeastMethod(tx, nodeId, method)
    if (refuseWeakMethod(method, node.leastMethod)) await queueOwnerNotice(tx, service, { node, event: 'least_method' })
    return { method }
  })

  serveTx(app, getAsker, async (tx, { params, request }) => {
    await requireOwner(tx, service, request)
    const asker = await findAsker(tx, await requireNamedAsker(tx, params.asker))
    if (asker) return asker
    throw new RequestProblem('NOT_FOUND', 'There is no such site or agent.')
  })

  serveTx(app, allowAsker, async (tx, { params, body, request }) => {
    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    const { per_day: perDay, share_key: sharesKey, share_name: personName } = body
    if (typeof personName === 'string') requireNoProblems(findProseProblems([['/share_name', personName]]))
    const asker = await requireNamedAsker(tx, params.asker)
    const { subject } = await allowAsking(tx, service, { nodeId, asker, perDay, sharesKey, personName })
    await queueOwnerNotice(tx, service, { node: await findNodeById(tx, nodeId), event: 'asker' })
    const saved = await findByApprover(tx, asker, subject)
    if (!saved) throw new RequestProblem('UNAUTHORIZED', 'This node is not active.')
    return describeAllowed(saved, tx.now)
  })

  serveTx(app, startIntroduction, async (tx, { params: { asker }, body: { passkey }, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    return startIntroductionOfKey(tx, service, { nodeId, asker, passkeyId: passkey, host: request.headers.host })
  })

  serveTx(app, introduceKey, {
    prepare: async ({ params, body: { token }, request }) => {
      const { nodeId } = await service.db.transaction(async (tx) => {
        const owner = await requireFreshSignIn(tx, service, { request })
        await requireAllowedAsker(tx, owner.nodeId, params.asker)
        return owner
      })
      return redeemChallenge(service, { token, pointer: '/token', nodeId, approval: null })
    },
    commit: async (tx, { params: { asker }, body: { response }, prepared: challenge, request }) => {
      await requireFreshSignIn(tx, service, { request })
      return addIntroduction(tx, service, { asker, challenge, response })
    },
  })

  serveTx(app, removeAsker, async (tx, { params, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    // PostgreSQL cannot hold a NUL, not even to look for it.
    const key = params.asker.replaceAll('\0', '')
    if (await removeAllowedAsker(tx, service, { nodeId, key })) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This site or agent may not ask this node.')
  })
}

function serveOperators(app: FastifyInstance, service: Service): void {
  serve(app, auditApprovals, async ({ query: { limit = 50, cursor } }) => {
    const list = 'approvals'
    const found = await listAll(service.db, { before: readPlace(service, list, cursor), limit: limit + 1 })
    const { page, nextCursor } = splitPage(service, { list, found, limit })
    return { approvals: page.map((one) => describeForAudit(one, service.now())), nextCursor }
  })
}

/** Returns the digest in the body of a confirmation, with its JSON pointer. */
function toDigest({ digest }: { digest: string }): { pointer: string; value: string } {
  return { pointer: '/digest', value: digest }
}

function describeForAudit(approval: StoredApproval, now: Date) {
  const { asker, type, reached } = approval
  const described = describeApproval(approval, now)
  const { id, status, reason, digest, method, assurance, need, created_at, decided_at, redeemed_at, test } = described
  const approvers = approval.approvers.map(({ handle, state }) => ({
    node_handle: handle,
    status: readDecision(state),
  }))
  const times = { created_at, decided_at, redeemed_at }
  return { id, asker, need, approvers, type, digest, status, reason, method, assurance, reached, ...times, test }
}

function readPlace({ secrets }: Service, list: string, cursor: string | undefined): Before {
  if (cursor === undefined) return null
  const [createdAt = '', id = ''] = openCursor(secrets, list, cursor).split(' ')
  return { createdAt, id }
}

type ApprovalPage = { list: string; found: StoredApproval[]; limit: number }

function splitPage({ secrets }: Service, { list, found, limit }: ApprovalPage) {
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const nextCursor = last ? sealCursor(secrets, list, `${last.createdAt.toISOString()} ${last.id}`) : null
  return { page, nextCursor }
}
