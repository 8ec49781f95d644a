import { randomBytes } from 'node:crypto'
import {
  exportNode,
  getPrivileges,
  listTokens as listTokensEndpoint,
  makeToken,
  renameNode,
  revokeToken,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  authorizeNode,
  demandOwner,
  demandOwnerInTurn,
  makeUnauthorized,
  requireFreshSignIn,
  showsNodeToken,
} from '../../identity/access/authorize.ts'
import { newToken } from '../../identity/access/credentials.ts'
import { addProgramToken, deleteToken, listTokens } from '../../identity/access/store.ts'
import { listEntries } from '../../identity/activity-store.ts'
import { readDeviceTrust } from '../../identity/device-roots/trust.ts'
import { findApplication } from '../../identity/invites/recruitment-store.ts'
import { listInvitesUsed } from '../../identity/invites/store.ts'
import { tellOwner } from '../../identity/mail/queue.ts'
import { findNode, findNodeById, isHandleTaken, lockNodeById, saveHandle } from '../../identity/node-store.ts'
import { listDevices } from '../../identity/notices/push.ts'
import { readNotices } from '../../identity/notices/store.ts'
import { readPasskeys } from '../../identity/passkeys/store.ts'
import { readRecovery } from '../../identity/recovery/store.ts'
import { generateHandle, makeHandleTaken, readChosenHandle } from '../../identity/register.ts'
import { readWallets } from '../../identity/wallet/store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { dayOf } from '../../platform/day.ts'
import { toEmailKey } from '../../platform/email.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { listOperatedBy } from '../../requests/agents/store.ts'
import { listAllowed } from '../../requests/request/asker-store.ts'
import { listApprovalsOfNode } from '../../requests/request/store.ts'
import { readKept } from '../../scan/kept-receipts/store.ts'
import { ownerHash } from '../../scan/receipts/issue.ts'
import { listOwned } from '../../scan/receipts/store.ts'
import { readCapturesOfNode } from '../../scan/research/recording-store.ts'
import { openRecording } from '../../scan/research/recordings.ts'
import { personLabel } from '../../scan/research/routes.ts'
import { listSessionIds } from '../../scan/research/store.ts'
import { eraseRoute } from './erase.ts'
import { toPrivileges } from './privileges.ts'
import { toExport, type Stored } from './rules.ts'
import { listDays } from './store.ts'

/** What a node does with its own things; all but a look at its privileges needs a token given at or after activation. */
export function accountRoutes(app: FastifyInstance, service: Service): void {
  serveTx(app, getPrivileges, async (tx, { query, request }) => {
    const found = await findNode(tx, toEmailKey(query.email))
    return toPrivileges(await authorizeNode(tx, service, { node: found, request }), dayOf(tx.now))
  })

  serveTx(app, listTokensEndpoint, async (tx, { request }) => {
    const current = await demandOwner(tx, service, request)
    const tokens = await listTokens(tx, current.nodeId, tx.now)
    return {
      tokens: tokens.map((token) => ({
        id: token.id,
        created_at: token.createdAt.toISOString(),
        last_used_at: token.lastUsedAt?.toISOString() ?? null,
        current: token.id === String(current.id),
        device_name: token.deviceName,
        expires_at: token.expiresAt?.toISOString() ?? null,
        waits_until: token.waitsUntil?.toISOString() ?? null,
        name: token.name,
        scopes: token.scopes,
      })),
    }
  })

  serveTx(app, makeToken, async (tx, { body, request, reply }) => {
    reply.header('cache-control', 'no-store')

    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    const node = await lockNodeById(tx, nodeId)
    if (!node) throw makeUnauthorized()
    const token = newToken(randomBytes)
    const { scopes } = body
    const name = body.name.trim()
    const hash = service.secrets.hash('token', token)
    const id = await addProgramToken(tx, { nodeId, hash, name, scopes, now: tx.now })
    if (id === undefined)
      throw new RequestProblem('TOKEN_LIMIT_REACHED', 'This node has ten tokens for programs. End one first.')
    await tellOwner(tx, service, { node, event: 'token' })
    return { id, name, scopes, created_at: tx.now.toISOString(), node_token: token }
  })

  serveTx(app, revokeToken, async (tx, { params, request }) => {
    const { nodeId } = await demandOwnerInTurn(tx, service, request)
    // Text that is no number must not reach the database: it could hold a NUL, which PostgreSQL refuses.
    if (/^\d+$/.test(params.id) && (await deleteToken(tx, nodeId, params.id))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This node has no such token.')
  })

  serve(app, renameNode, async ({ body, request }) => {
    const chosen = readChosenHandle(body.node_handle)
    if (chosen === undefined) return { success: true, node_handle: await renameToGenerated(service, request) }
    if (await rename(service, request, chosen)) return { success: true, node_handle: chosen }
    throw makeHandleTaken()
  })

  // Told in a transaction of its own: what is written for one call would make all others that read as of one moment begin again.
  serve(app, exportNode, async ({ request }) => {
    const nodeId = await service.db.transaction(async (tx) => {
      const owner = await requireFreshSignIn(tx, service, { request })
      await tellOwner(tx, service, { node: await findNodeById(tx, owner.nodeId), event: 'export' })
      return owner.nodeId
    })
    return service.db.transaction(
      async (tx) => {
        if (!(await showsNodeToken(tx, service, { nodeId, request }))) throw makeUnauthorized()
        return toExport(await readAll(tx, service, nodeId), tx.now)
      },
      { isolation: 'REPEATABLE READ' },
    )
  })

  eraseRoute(app, service)
}

/** Whether the handle was free. */
async function rename(service: Service, request: FastifyRequest, handle: string): Promise<boolean> {
  try {
    await service.db.transaction(async (tx) => {
      const { nodeId } = await demandOwner(tx, service, request)
      await saveHandle(tx, nodeId, handle)
    })
    return true
  } catch (error) {
    if (isHandleTaken(error)) return false
    throw error
  }
}

async function renameToGenerated(service: Service, request: FastifyRequest): Promise<string> {
  for (;;) {
    const handle = generateHandle()
    if (await rename(service, request, handle)) return handle
  }
}

async function readAll(tx: Transaction, service: Service, nodeId: number): Promise<Stored> {
  const node = await findNodeById(tx, nodeId)
  const passkeys = await readPasskeys(tx, nodeId)
  const label = personLabel(service.secrets, nodeId)
  return {
    node,
    tokens: await listTokens(tx, nodeId, tx.now),
    days: await listDays(tx, nodeId),
    ledger: await listEntries(tx, nodeId, { before: null, limit: null }),
    invites: await listInvitesUsed(tx, nodeId),
    receipts: await listOwned(tx, ownerHash(service.secrets, nodeId), { before: null, limit: null }),
    agents: await listOperatedBy(tx, nodeId),
    askers: await listAllowed(tx, nodeId),
    approvals: await listApprovalsOfNode(tx, nodeId, { before: null, limit: null }),
    researchSessions: await listSessionIds(tx, label),
    researchRecordings: (await readCapturesOfNode(tx, label)).map((capture) => ({
      ...capture,
      motion: openRecording(service.secrets, capture.sealed),
    })),
    wallets: await readWallets(tx, nodeId),
    passkeys,
    deviceTrust: await readDeviceTrust(tx, { settings: service.settings, keys: passkeys, now: tx.now }),
    recovery: await readRecovery(tx, nodeId),
    keptReceipts: await readKept(tx, nodeId),
    notices: await readNotices(tx, nodeId),
    devices: await listDevices(tx, service, nodeId),
    application: await findApplication(tx, node.emailKey),
  }
}
