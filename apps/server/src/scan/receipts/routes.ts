import {
  type AnswerOf,
  type Endpoint,
  eraseNode,
  erasePerson,
  getIssuer,
  getJwks,
  getStatusList,
  listReceipts,
  type QueryOf,
  revokeOwnReceipt,
  revokeReceipt,
  rotateIssuer,
  verifyReceipt,
} from '@stillhere/contract'
import { createIssuerIdentity, PROTOCOL_VERSION, signStatusList, type StatusList } from '@stillhere/receipt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireToken } from '../../identity/access/authorize.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import {
  createSnapshots,
  hasTag,
  openCursor,
  sealCursor,
  serve,
  serveTx,
  type Snapshot,
  toSnapshot,
} from '../../platform/http/endpoint.ts'
import { refuseTooMany, runOnCpuBudget, toBudgetOwner } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { describeReceipt, computeOwnerHash } from './issue.ts'
import {
  selectKeyUse,
  addMissingIssuerKey,
  canHaveLiveTokens,
  describeKeyStatus,
  openKey,
  rotateKey,
  toWebKey,
  computeValidUntil,
} from './issuer.ts'
import { judgeBody } from './judge.ts'
import {
  findUnlisted,
  type IssuerKey,
  type KeyUse,
  listKeys,
  listOwned,
  listRevoked,
  RECORDS_KEPT_DAYS,
  revoke,
  type RevokedReceipt,
  revokeOwned,
} from './store.ts'

/** Called in the transaction that revokes a receipt, to notify the site that has the receipt. */
type OnRevoked = (tx: Transaction, service: Service, revoked: RevokedReceipt & { receiptId: string }) => Promise<void>

/**
 * Registers the endpoints that verify, list and revoke receipts, rotate the signing key, and publish the issuer, its keys and its status lists.
 * `onRevoked` is called for each receipt that is newly revoked.
 */
export function serveReceipts(app: FastifyInstance, service: Service, onRevoked: OnRevoked): void {
  const { secrets } = service
  const judgments = createFlood(service.settings.limits['lookup.address'])

  serve(app, verifyReceipt, async ({ body: bytes, request }) => {
    const spent = judgments.take(toBudgetOwner('lookup.address', request.ip), service.now().getTime())
    if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, 'Too many receipts from this address.')
    return await runOnCpuBudget(service, request, (metered) => judgeBody(metered, bytes))
  })

  serveTx(app, listReceipts, async (tx, { query: { limit = 100, cursor }, request }) => {
    const { nodeId } = await requireToken(tx, service, request)
    const list = `receipts:${nodeId}`
    const before = cursor === undefined ? null : openCursor(secrets, list, cursor)
    const found = await listOwned(tx, computeOwnerHash(secrets, nodeId), { before, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      receipts: page.map(describeReceipt),
      nextCursor: last ? sealCursor(secrets, list, String(last.id)) : null,
    }
  })

  serveTx(app, revokeOwnReceipt, async (tx, { params, body, request }) => {
    const owner = computeOwnerHash(secrets, (await requireToken(tx, service, request)).nodeId)
    const asked = { receiptId: requireReceiptId(params.id), reason: body.reason ?? null, now: tx.now }
    const revoked = await revokeOwned(tx, owner, asked)
    return await describeRevocation(tx, service, { onRevoked, receiptId: asked.receiptId, revoked })
  })

  serveTx(app, revokeReceipt, async (tx, { params, body }) => {
    const asked = { receiptId: requireReceiptId(params.id), reason: body.reason ?? null, now: tx.now }
    const revoked = await revoke(tx, asked)
    return await describeRevocation(tx, service, { onRevoked, receiptId: asked.receiptId, revoked })
  })

  serveTx(app, rotateIssuer, async (tx, { body: { compromised = false } }) => ({
    success: true,
    issuer: await rotateKey(tx, service, { compromised }),
  }))

  serveWellKnown(app, service)
}

function requireReceiptId(text: string): string {
  if (isUuid(text)) return text
  throw refuseUnknownReceipt()
}

/** Creates the response to a revocation and calls `onRevoked` if the receipt was not revoked before. Throws 404 for an unknown receipt. */
async function describeRevocation(
  tx: Transaction,
  service: Service,
  { onRevoked, receiptId, revoked }: { onRevoked: OnRevoked; receiptId: string; revoked: RevokedReceipt | undefined },
): Promise<AnswerOf<typeof revokeReceipt>> {
  if (!revoked) throw refuseUnknownReceipt()
  if (revoked.isNew) await onRevoked(tx, service, { receiptId, ...revoked })
  return { success: true, receipt_id: receiptId, revoked_at: revoked.revokedAt.toISOString() }
}

function refuseUnknownReceipt(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'There is no such receipt.')
}

const ISSUER_SECONDS = 300
const STATUS_SECONDS = 60
// No key is called so.
const ACTIVE = ''

/** Endpoints that change status lists. Their callers see the change in the next list; changes by other processes appear within a second. */
const CHANGES_LISTS: ReadonlySet<Endpoint | undefined> = new Set<Endpoint>([
  revokeOwnReceipt,
  revokeReceipt,
  rotateIssuer,
  eraseNode,
  erasePerson,
])

/** Registers the public documents that relying parties fetch now and then, to judge receipts without a call to this service. */
function serveWellKnown(app: FastifyInstance, service: Service): void {
  serveDocument(app, getIssuer, { maxAgeSeconds: ISSUER_SECONDS, read: () => describeIssuer(service) })
  serveDocument(app, getJwks, {
    maxAgeSeconds: ISSUER_SECONDS,
    read: ({ query }) => listWebKeys(service, (query as QueryOf<typeof getJwks>).use),
  })
  serveStatusLists(app, service)
}

/** Registers the status lists. A list names up to 50,000 receipts, so it is read, signed and serialized at most once a second. */
function serveStatusLists(app: FastifyInstance, service: Service): void {
  const lists = createSnapshots(service.now, async (issuerId: string) => {
    await addMissingIssuerKey(service)
    return signCurrentList(service, issuerId === ACTIVE ? undefined : issuerId)
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (CHANGES_LISTS.has(request.routeOptions.config.endpoint)) lists.forget()
    done(null, payload)
  })
  serveWritten(app, getStatusList, {
    maxAgeSeconds: STATUS_SECONDS,
    find: ({ query }) => lists.recent((query as QueryOf<typeof getStatusList>).issuer ?? ACTIVE),
  })
}

async function describeIssuer(service: Service): Promise<AnswerOf<typeof getIssuer>> {
  await addMissingIssuerKey(service)
  const keys = await listKeys(service.db)
  const use = selectKeyUse(service.settings)
  const active = keys.find((key) => key.retiredAt === null && key.use === use)
  if (!active) throw new Error('there is no active signing key')
  const statusList = `${service.settings.publicUrl ?? ''}${getStatusList.path}`
  return {
    protocolVersion: PROTOCOL_VERSION,
    issuer: createIssuerIdentity(active),
    statusList,
    keys: await Promise.all(keys.map((key) => describeKey(service, key, `${statusList}?issuer=${key.id}`))),
  }
}

async function describeKey(
  service: Service,
  key: IssuerKey,
  statusList: string,
): Promise<AnswerOf<typeof getIssuer>['keys'][number]> {
  const since = key.compromised ? null : await findListedSince(service, key.id)
  return {
    id: key.id,
    publicKey: key.publicKey,
    use: key.use,
    status: describeKeyStatus(key),
    from: key.activeFrom.toISOString(),
    until: computeValidUntil(key)?.toISOString() ?? null,
    statusList,
    listedSince: since?.toISOString() ?? null,
  }
}

/** Lists the keys of tokens that may still be valid. Libraries trust every key in this list, so test keys have a list of their own. */
async function listWebKeys(
  service: Service,
  use: KeyUse = selectKeyUse(service.settings),
): Promise<AnswerOf<typeof getJwks>> {
  await addMissingIssuerKey(service)
  const keys = await listKeys(service.db)
  const live = keys.filter((key) => key.use === use && canHaveLiveTokens(key, service.now()))
  return { keys: live.map(({ publicKey }) => toWebKey(publicKey)) }
}

type DocumentOptions = {
  maxAgeSeconds: number
  /** Header fields that belong to this document. */
  readHeaders?: (request: FastifyRequest) => Record<string, string>
}

type Document = DocumentOptions & { read: (request: FastifyRequest) => Promise<object> }

/**
 * Registers a public GET endpoint for a cacheable document, which `read` returns. Sends 304 without a body if the caller's ETag is current (RFC
 * 9110, section 13.1.2).
 */
export function serveDocument(app: FastifyInstance, endpoint: Endpoint, { read, ...kept }: Document): void {
  serveWritten(app, endpoint, { ...kept, find: async (request) => toSnapshot(await read(request)) })
}

type WrittenDocument = DocumentOptions & { find: (request: FastifyRequest) => Promise<Snapshot> }

/** As serveDocument, for a document that is serialized already; `find` returns it. */
function serveWritten(app: FastifyInstance, endpoint: Endpoint, document: WrittenDocument): void {
  const { method, path, query, params, mediaType = 'application/json; charset=utf-8' } = endpoint
  const { maxAgeSeconds, find, readHeaders } = document
  app.route({
    method,
    url: path,
    schema: { ...(query ? { querystring: query } : {}), ...(params ? { params } : {}) },
    config: { endpoint },
    handler: async (request, reply) => {
      const { text, tag: etag } = await find(request)
      // Signed or public: pages of any origin may verify receipts with it.
      const open = { 'access-control-allow-origin': '*' }
      reply.headers({ ...open, ...readHeaders?.(request), 'cache-control': `public, max-age=${maxAgeSeconds}`, etag })
      if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      // As bytes: to text Fastify would add a charset, which most types of JSON do not have.
      return reply.type(mediaType).send(Buffer.from(text))
    },
  })
}

const MINUTE_MS = 60_000

/** A status list is current for this long. */
const CURRENT_MS = 60 * MINUTE_MS

const DAY_MS = 24 * 60 * MINUTE_MS

// Those that expired longest ago go first; a reader takes twice as many.
const MAX_LISTED = 50_000

/** Signs the status list of a key, by default of the active one. Throws 404 for a key that is unknown or compromised. */
async function signCurrentList(
  { db, secrets, settings, now }: Service,
  issuerId: string | undefined,
): Promise<StatusList> {
  const keys = await listKeys(db)
  const use = selectKeyUse(settings)
  const isActive = (key: IssuerKey) => key.retiredAt === null && key.use === use
  const key = keys.find((one) => (issuerId === undefined ? isActive(one) : one.id === issuerId))
  if (!key || key.compromised) throw new RequestProblem('NOT_FOUND', 'There is no status list of this key.')
  const { secretKey } = openKey(secrets, key)
  const issuedAt = toMinute(now())
  const expiredAfter = new Date(issuedAt - RECORDS_KEPT_DAYS * DAY_MS)
  const revoked = await listRevoked(db, { issuerId: key.id, expiredAfter, limit: MAX_LISTED })
  return signStatusList({ revoked, issuedAt, nextUpdate: issuedAt + CURRENT_MS }, secretKey)
}

/** Returns the time since when the list of a key names every revoked receipt that has expired. It stays the same for a day. */
async function findListedSince({ db, now }: Service, issuerId: string): Promise<Date> {
  const unlisted = await findUnlisted(db, { issuerId, limit: MAX_LISTED })
  const forgotten = now().getTime() - RECORDS_KEPT_DAYS * DAY_MS
  // A day more than needed, since this is read and kept apart from the list.
  const since = Math.max(forgotten, unlisted?.getTime() ?? 0) + 2 * DAY_MS
  return new Date(since - (since % DAY_MS))
}

// Ed25519 is deterministic, so within a minute caches see one document until a receipt is revoked.
function toMinute(moment: Date): number {
  return moment.getTime() - (moment.getTime() % MINUTE_MS)
}
