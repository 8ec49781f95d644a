import { randomBytes } from 'node:crypto'
import {
  eraseNode,
  exportNode,
  getPrivileges,
  listTokens as listTokensEndpoint,
  makeToken,
  type Privileges,
  renameNode,
  revokeToken,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  requireNodeAccess,
  requireOwner,
  requireOwnerLocked,
  refuseUnauthorized,
  requireFreshSignIn,
  hasNodeToken,
} from '../../identity/access/authorize.ts'
import { createToken } from '../../identity/access/credentials.ts'
import { addProgramToken, deleteToken, listTokens } from '../../identity/access/store.ts'
import { deleteNetworks } from '../../identity/access/store.ts'
import { listEntries } from '../../identity/activity-store.ts'
import { hashEmail, requireRightCode, spendRightCode } from '../../identity/codes/codes.ts'
import { deleteCodes } from '../../identity/codes/store.ts'
import { readDeviceTrust } from '../../identity/device-roots/trust.ts'
import { computeDecayedScore, findLevel, computeMultiplier } from '../../identity/entropy/rules.ts'
import { deleteApplication, findApplication } from '../../identity/invites/recruitment-store.ts'
import { cancelReservations, listInvitesUsed } from '../../identity/invites/store.ts'
import { deleteWaitingByEmail } from '../../identity/invites/waitlist.ts'
import { queueOwnerNotice } from '../../identity/mail/queue.ts'
import {
  deleteNode,
  findNode,
  findNodeById,
  isHandleTaken,
  removeFromStatistics,
  lockNode,
  lockNodeById,
  type Node,
  type NodeStatus,
  saveHandle,
} from '../../identity/node-store.ts'
import { listDevices } from '../../identity/notices/push.ts'
import { readNotices } from '../../identity/notices/store.ts'
import { readPasskeys } from '../../identity/passkeys/store.ts'
import { readRecovery } from '../../identity/recovery/store.ts'
import { drawHandle, readChosenHandle, refuseTakenHandle } from '../../identity/register.ts'
import { listWallets } from '../../identity/wallet/store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay } from '../../platform/day.ts'
import { toEmailKey } from '../../platform/email.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { listOperatedBy } from '../../requests/agents/store.ts'
import { listAllowed } from '../../requests/asker-store.ts'
import { deleteApprovalsOfNode } from '../../requests/request/decision-store.ts'
import { removeAllowedAsker } from '../../requests/request/scan.ts'
import { listApprovalsOfNode } from '../../requests/request/store.ts'
import { queueErasure } from '../../requests/sites/webhooks.ts'
import { readKept } from '../../scan/kept-receipts/store.ts'
import { computeOwnerHash } from '../../scan/receipts/issue.ts'
import { listOwned, revokeAndRelease } from '../../scan/receipts/store.ts'
import { deleteCapturesOfNode, readCapturesOfNode } from '../../scan/research/recording-store.ts'
import { openRecording } from '../../scan/research/recordings.ts'
import { computePersonLabel } from '../../scan/research/routes.ts'
import { removePerson, listSessionIds } from '../../scan/research/store.ts'
import { type StoredData, toExport } from './rules.ts'
import { listDays } from './store.ts'

/**
 * Registers the endpoints with which a node's owner sees and manages the account: privileges, tokens, handle, export and erasure. All but the
 * privileges need a token issued at or after activation.
 */
export function serveAccount(app: FastifyInstance, service: Service): void {
  serveTx(app, getPrivileges, async (tx, { query, request }) => {
    const found = await findNode(tx, toEmailKey(query.email))
    return toPrivileges(await requireNodeAccess(tx, service, { node: found, request }), toDay(tx.now))
  })

  serveTx(app, listTokensEndpoint, async (tx, { request }) => {
    const current = await requireOwner(tx, service, request)
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
    if (!node) throw refuseUnauthorized()
    const token = createToken(randomBytes)
    const { scopes } = body
    const name = body.name.trim()
    const hash = service.secrets.hash('token', token)
    const id = await addProgramToken(tx, { nodeId, hash, name, scopes, now: tx.now })
    if (id === undefined)
      throw new RequestProblem('TOKEN_LIMIT_REACHED', 'This node has ten tokens for programs. End one first.')
    await queueOwnerNotice(tx, service, { node, event: 'token' })
    return { id, name, scopes, created_at: tx.now.toISOString(), node_token: token }
  })

  serveTx(app, revokeToken, async (tx, { params, request }) => {
    const { nodeId } = await requireOwnerLocked(tx, service, request)
    // Text that is no number must not reach the database: it could hold a NUL, which PostgreSQL refuses.
    if (/^\d+$/.test(params.id) && (await deleteToken(tx, nodeId, params.id))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This node has no such token.')
  })

  serve(app, renameNode, async ({ body, request }) => {
    const chosen = readChosenHandle(body.node_handle)
    if (chosen === undefined) return { success: true, node_handle: await updateToGeneratedHandle(service, request) }
    if (await updateHandle(service, request, chosen)) return { success: true, node_handle: chosen }
    throw refuseTakenHandle()
  })

  // In a transaction of its own: a write for one caller would make every other call that reads a snapshot start again.
  serve(app, exportNode, async ({ request }) => {
    const nodeId = await service.db.transaction(async (tx) => {
      const owner = await requireFreshSignIn(tx, service, { request })
      await queueOwnerNotice(tx, service, { node: await findNodeById(tx, owner.nodeId), event: 'export' })
      return owner.nodeId
    })
    return service.db.transaction(
      async (tx) => {
        if (!(await hasNodeToken(tx, service, { nodeId, request }))) throw refuseUnauthorized()
        return toExport(await readAll(tx, service, nodeId), tx.now)
      },
      { isolation: 'REPEATABLE READ' },
    )
  })

  serveErase(app, service)
}

/** Updates the handle of the caller's node; returns false if another node has it. */
async function updateHandle(service: Service, request: FastifyRequest, handle: string): Promise<boolean> {
  try {
    await service.db.transaction(async (tx) => {
      const { nodeId } = await requireOwner(tx, service, request)
      await saveHandle(tx, nodeId, handle)
    })
    return true
  } catch (error) {
    if (isHandleTaken(error)) return false
    throw error
  }
}

async function updateToGeneratedHandle(service: Service, request: FastifyRequest): Promise<string> {
  for (;;) {
    const handle = drawHandle()
    if (await updateHandle(service, request, handle)) return handle
  }
}

async function readAll(tx: Transaction, service: Service, nodeId: number): Promise<StoredData> {
  const node = await findNodeById(tx, nodeId)
  const passkeys = await readPasskeys(tx, nodeId)
  const label = computePersonLabel(service.secrets, nodeId)
  return {
    node,
    tokens: await listTokens(tx, nodeId, tx.now),
    days: await listDays(tx, nodeId),
    ledger: await listEntries(tx, nodeId, { before: null, limit: null }),
    invites: await listInvitesUsed(tx, nodeId),
    receipts: await listOwned(tx, computeOwnerHash(service.secrets, nodeId), { before: null, limit: null }),
    agents: await listOperatedBy(tx, nodeId),
    askers: await listAllowed(tx, nodeId),
    approvals: await listApprovalsOfNode(tx, nodeId, { before: null, limit: null }),
    researchSessions: await listSessionIds(tx, label),
    researchRecordings: (await readCapturesOfNode(tx, label)).map((capture) => ({
      ...capture,
      motion: openRecording(service.secrets, capture.sealed),
    })),
    wallets: await listWallets(tx, nodeId),
    passkeys,
    deviceTrust: await readDeviceTrust(tx, { settings: service.settings, keys: passkeys, now: tx.now }),
    recovery: await readRecovery(tx, nodeId),
    keptReceipts: await readKept(tx, nodeId),
    notices: await readNotices(tx, nodeId),
    devices: await listDevices(tx, service, nodeId),
    application: await findApplication(tx, node.emailKey),
  }
}

/** Returns the tier of privileges that a node has by its status. */
export function findTier(status: NodeStatus): Privileges['tier'] {
  if (status === 'GENESIS_NODE') return 'FOUNDING_ENTITY'
  return status === 'ACTIVE' ? 'ACTIVE_NODE' : 'SUBSCRIBER'
}

/** Returns the privileges of a node in the form of the contract. The entropy score is the one after decay up to `day` (YYYY-MM-DD). */
export function toPrivileges(node: Node, day: string): Privileges {
  const isGenesis = node.status === 'GENESIS_NODE'
  const score = computeDecayedScore(node, day)
  return {
    email: node.email,
    node_handle: node.handle,
    status: node.status,
    registered_at: node.registeredAt.toISOString(),
    is_genesis: isGenesis,
    is_active: isGenesis || node.status === 'ACTIVE',
    scan_count: node.scanCount,
    tier: findTier(node.status),
    early_access: isGenesis,
    entropy_score: score,
    particle_level: findLevel(score),
    streak_days: node.streakDays,
    streak_multiplier: computeMultiplier(node.streakDays),
    best_pes: node.bestPes,
  }
}

/** Registers POST /api/node/erase, which needs a sign-in within the last ten minutes or a fresh code for the e-mail address. */
function serveErase(app: FastifyInstance, service: Service): void {
  serveTx(app, eraseNode, {
    prepare: async ({ body: { email, otp }, request }) => {
      if (otp === undefined) return undefined
      await spendAddressBudget(service, 'code.try.address', request)
      return requireRightCode(service, { emailKey: toEmailKey(email), code: otp, request })
    },
    commit: async (tx, { body, prepared: code, request }) => {
      const emailKey = toEmailKey(body.email)
      const node = await lockNode(tx, emailKey)
      if (code) await spendRightCode(tx, code)
      else await requireNodeToken(tx, service, { node, request })
      if (node) await queueOwnerNotice(tx, service, { node, event: 'erasure' })
      await deleteAll(tx, service, { node, emailKey })
      return { success: true }
    },
  })
}

async function requireNodeToken(
  tx: Transaction,
  service: Service,
  { node, request }: { node: Node | undefined; request: FastifyRequest },
): Promise<void> {
  const { nodeId } = await requireFreshSignIn(tx, service, { request })
  if (node?.id === nodeId) return
  throw new RequestProblem('UNAUTHORIZED', 'Erasing needs a token of the node, or a fresh code.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

type Address = { node: Node | undefined; emailKey: string }

/**
 * Deletes all data stored about an e-mail address, including the node if there is one, and revokes the node's receipts. Places in the genesis and
 * founding cohorts aren't freed. `emailKey` is the normalized address, from `toEmailKey`.
 */
export async function deleteAll(tx: Transaction, service: Service, { node, emailKey }: Address): Promise<void> {
  const emailHash = hashEmail(service, emailKey)
  if (node) {
    const known = await revokeAndRelease(tx, computeOwnerHash(service.secrets, node.id), tx.now)
    await queueErasure(tx, service, known)
    await removeFromStatistics(tx, node)
    // Approvals that also ask others stay, without this person.
    for (const { asker } of await listAllowed(tx, node.id))
      await removeAllowedAsker(tx, service, { nodeId: node.id, key: asker.id })
    await deleteApprovalsOfNode(tx, node.id)
    await deleteNode(tx, node.id)
    const label = computePersonLabel(service.secrets, node.id)
    await removePerson(tx, label)
    await deleteCapturesOfNode(tx, label)
  }
  await deleteApplication(tx, emailKey)
  await deleteWaitingByEmail(tx, service, emailKey)
  await deleteCodes(tx, emailHash)
  await deleteNetworks(tx, emailHash)
  await cancelReservations(tx, emailHash)
}
