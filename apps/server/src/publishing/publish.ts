import { randomUUID } from 'node:crypto'
import type { PublishResult } from '@stillhere/contract'
import type { Transaction } from '../platform/database/pool.ts'
import { RequestProblem } from '../platform/problem.ts'
import type { Service } from '../platform/service.ts'
import {
  judgeStanding,
  ONCE_IN_MS,
  formatOnceText,
  formatRequestText,
  type PublicationState,
  toPreview,
  formatSentence,
} from './rules.ts'
import {
  claimPublication,
  claimUnclear,
  findByKey,
  recordLapsed,
  recordPublished,
  recordUnpublished,
  removeOldKey,
  type StoredPublication,
} from './store.ts'
import type { ComposedPost, FoundPost, Job, Outcome, Post, Sender, Target } from './target.ts'

type Order = {
  target: Target
  sender: Sender
  post: Post
  composed: ComposedPost
  idempotencyKey: string | undefined
}

/**
 * Publishes a post once, however often it is requested. Before the platform is called, a stored row claims the post for this request. Returns
 * the result, also that of an earlier publication. Throws if the platform refuses the post, its outcome is unknown, or another request is
 * sending it.
 */
export async function runPublication(service: Service, order: Order): Promise<PublishResult> {
  const { standing, publication } = await service.db.transaction((tx) => claim(tx, service, order))
  const held = { target: order.target, sender: order.sender, publication }
  switch (standing) {
    case 'claimed':
      return toAnswer(order, await sendPublication(service, held))
    case 'published':
      return describeEarlier(order, publication)
    case 'unclear':
      return toAnswer(order, await sendUnlessThere(service, held))
    case 'another request':
      throw new RequestProblem('IDEMPOTENCY_KEY_REUSED', 'Something else was published with this Idempotency-Key.')
    default:
      throw refuseUnderWay()
  }
}

type ClaimedPublication = { standing: PublicationState | 'claimed'; publication: StoredPublication }

async function claim(tx: Transaction, service: Service, order: Order): Promise<ClaimedPublication> {
  const { target, sender, post, composed, idempotencyKey } = order
  const keyHash = service.secrets.hash('publication', formatOnceText(target, post, idempotencyKey))
  const requestHash = service.secrets.hash('publication', formatRequestText(target, post))
  await removeOldKey(tx, keyHash, new Date(tx.now.getTime() - ONCE_IN_MS))
  const claimed = await claimPublication(tx, {
    id: randomUUID(),
    keyHash,
    requestHash,
    platform: target.name,
    text: composed.text,
    message: composed.message,
    reference: sender.newReference?.(tx.now) ?? randomUUID().replaceAll('-', ''),
    claim: randomUUID(),
    now: tx.now,
    until: new Date(tx.now.getTime() + CLAIM_MS),
  })
  if (claimed) return { standing: 'claimed', publication: claimed }
  const earlier = await findByKey(tx, keyHash)
  if (!earlier) throw refuseUnderWay()
  return { standing: judgeStanding(earlier, { requestHash, now: tx.now }), publication: earlier }
}

function toAnswer(order: Order, outcome: Outcome): PublishResult {
  if (outcome.kind === 'refused') throw refuseFailedPublication(outcome)
  if (outcome.kind === 'unknown') throw new RequestProblem('PUBLISH_UNKNOWN', `${outcome.says} ${UNKNOWN}`)
  const { warnings = [] } = outcome
  return { ...describeResult(order, outcome), ...(warnings.length > 0 ? { warnings } : {}) }
}

const UNKNOWN =
  'Whether the post is there is not known; it is not sent again until POST /api/admin/publications/ID/reconcile settles it.'

function refuseFailedPublication({ says, retryAfterSeconds }: Extract<Outcome, { kind: 'refused' }>): RequestProblem {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return new RequestProblem('PUBLISH_FAILED', `${says} Nothing was published.`, { headers })
}

function describeEarlier(order: Order, publication: StoredPublication): PublishResult {
  return { ...describeResult(order, publication), reason: 'The same was published before; nothing was sent again.' }
}

type Place = { postId: string | null; postUrl: string | null }

function describeResult({ target, composed }: Order, { postId, postUrl }: Place): PublishResult {
  return {
    success: true,
    status: 'PUBLISHED',
    result: 'PUBLISHED',
    platform: target.name,
    ...(postId === null ? {} : { post_id: postId }),
    ...(postUrl === null ? {} : { post_url: postUrl }),
    preview: toPreview(composed),
  }
}

const DIED = 'The process that sent the post died before it noted the answer.'

/** Asks the platform for a post of unknown outcome, if it can be asked, and sends the post if it isn't there. */
async function sendUnlessThere(service: Service, held: HeldPublication): Promise<Outcome> {
  if (!held.sender.look) return retryOrStop(service, held)
  const own = await claimStalled(service, held)
  const found = await findOnPlatform(service, own)
  return found.kind === 'absent' ? sendPublication(service, own) : recordOutcome(service, own, found)
}

/**
 * Asks the platform whether a post of unknown outcome is there, and records the answer. If the platform can't be asked but recognizes a
 * repeated post, sends the post again; otherwise the outcome stays unknown.
 */
export async function verifyOnPlatform(service: Service, held: HeldPublication): Promise<void> {
  if (!held.sender.look) return void (await retryOrStop(service, held))
  const own = await claimStalled(service, held)
  const found = await findOnPlatform(service, own)
  await recordOutcome(service, own, found.kind === 'absent' ? { kind: 'refused', says: 'has no such post' } : found)
}

async function findOnPlatform(service: Service, own: HeldPublication): Promise<FoundPost> {
  return (await own.sender.look?.(createJob(service, own))) ?? { kind: 'unknown', says: 'cannot be asked' }
}

/**
 * Sends a post of unknown outcome again if the platform answers a repeated reference with the first post. A refusal then says nothing about
 * the first post.
 */
async function retryOrStop(service: Service, held: HeldPublication): Promise<Outcome> {
  const ageMs = service.now().getTime() - held.publication.createdAt.getTime()
  if (ageMs >= (held.sender.remembersForMs ?? 0)) return stopPublication(service, held.publication)
  const own = await claimStalled(service, held)
  const outcome = await own.sender.send(createJob(service, own))
  return recordOutcome(service, own, outcome.kind === 'refused' ? { kind: 'unknown', says: outcome.says } : outcome)
}

async function stopPublication({ db }: Service, { id, state, problem }: StoredPublication): Promise<Outcome> {
  if (state === 'sending') await db.transaction((tx) => recordLapsed(tx, id, { problem: DIED, now: tx.now }))
  return { kind: 'unknown', says: state === 'sending' ? DIED : problem }
}

async function claimStalled({ db }: Service, held: HeldPublication): Promise<HeldPublication> {
  const publication = await db.transaction((tx) => {
    const until = new Date(tx.now.getTime() + CLAIM_MS)
    return claimUnclear(tx, { id: held.publication.id, claim: randomUUID(), now: tx.now, until })
  })
  if (!publication) throw refuseUnderWay()
  return { ...held, publication }
}

/** Lifetime of a claim, much longer than sending takes: a request that has a claim for longer has died. */
const CLAIM_MS = 60_000

/** A publication that this request has claimed, so that no other request sends it. */
type HeldPublication = { target: Target; sender: Sender; publication: StoredPublication }

/** Returns the 409 problem for a post that another request is sending. */
function refuseUnderWay(): RequestProblem {
  return new RequestProblem('REQUEST_IN_FLIGHT', 'This post is just being sent by another request.', {
    headers: { 'retry-after': '2' },
  })
}

/** Sends the post that this request has claimed, and records its outcome. */
async function sendPublication(service: Service, held: HeldPublication): Promise<Outcome> {
  return recordOutcome(service, held, await held.sender.send(createJob(service, held)))
}

function createJob({ settings, now }: Service, { publication }: HeldPublication): Job {
  const { message, reference, createdAt } = publication
  return { message, reference, createdAt, now: now(), signal: AbortSignal.timeout(settings.publishing.deadlineMs) }
}

/** Records the outcome of a post, and returns it with the platform's words made fit to be shown. */
async function recordOutcome({ db }: Service, held: HeldPublication, outcome: Outcome): Promise<Outcome> {
  const { publication, target, sender } = held
  if (outcome.kind === 'published') {
    await db.transaction((tx) => recordPublished(tx, publication, { ...outcome, now: tx.now }))
    return outcome
  }
  const says = formatSentence(target.label, outcome.says, sender.secrets)
  const state = outcome.kind === 'refused' ? 'failed' : 'unknown'
  await db.transaction((tx) => recordUnpublished(tx, publication, { state, problem: says, now: tx.now }))
  return { ...outcome, says }
}
