import { randomUUID } from 'node:crypto'
import type { PublishResult } from '@stillhere/contract'
import type { Transaction } from '../platform/database/pool.ts'
import { RequestProblem } from '../platform/problem.ts'
import type { Service } from '../platform/service.ts'
import { ONCE_IN_MS, onceText, toPreview, requestText, type Standing, judgeStanding } from './rules.ts'
import { CLAIM_MS, perform, underWay } from './sending.ts'
import { sendUnlessThere } from './settle.ts'
import { claimPublication, findByKey, releaseOldKey, type StoredPublication } from './store.ts'
import type { Composed, Outcome, Post, Sender, Target } from './target.ts'

export type Order = {
  target: Target
  sender: Sender
  post: Post
  composed: Composed
  idempotencyKey: string | undefined
}

/** Publishes a post once, whoever asks for it how often: the row decides, and is committed before the platform is asked. */
export async function publishOnce(service: Service, order: Order): Promise<PublishResult> {
  const { standing, publication } = await service.db.transaction((tx) => claim(tx, service, order))
  const held = { target: order.target, sender: order.sender, publication }
  switch (standing) {
    case 'claimed':
      return toAnswer(order, await perform(service, held))
    case 'published':
      return answerAgain(order, publication)
    case 'unclear':
      return toAnswer(order, await sendUnlessThere(service, held))
    case 'another request':
      throw new RequestProblem('IDEMPOTENCY_KEY_REUSED', 'Something else was published with this Idempotency-Key.')
    default:
      throw underWay()
  }
}

type Claimed = { standing: Standing | 'claimed'; publication: StoredPublication }

async function claim(tx: Transaction, service: Service, order: Order): Promise<Claimed> {
  const { target, sender, post, composed, idempotencyKey } = order
  const keyHash = service.secrets.hash('publication', onceText(target, post, idempotencyKey))
  const requestHash = service.secrets.hash('publication', requestText(target, post))
  await releaseOldKey(tx, keyHash, new Date(tx.now.getTime() - ONCE_IN_MS))
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
  if (!earlier) throw underWay()
  return { standing: judgeStanding(earlier, { requestHash, now: tx.now }), publication: earlier }
}

function toAnswer(order: Order, outcome: Outcome): PublishResult {
  if (outcome.kind === 'refused') throw publishFailedProblem(outcome)
  if (outcome.kind === 'unknown') throw new RequestProblem('PUBLISH_UNKNOWN', `${outcome.says} ${UNKNOWN}`)
  const { warnings = [] } = outcome
  return { ...describeResult(order, outcome), ...(warnings.length > 0 ? { warnings } : {}) }
}

const UNKNOWN =
  'Whether the post is there is not known; it is not sent again until POST /api/admin/publications/ID/reconcile settles it.'

function publishFailedProblem({ says, retryAfterSeconds }: Extract<Outcome, { kind: 'refused' }>): RequestProblem {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return new RequestProblem('PUBLISH_FAILED', `${says} Nothing was published.`, { headers })
}

function answerAgain(order: Order, publication: StoredPublication): PublishResult {
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
