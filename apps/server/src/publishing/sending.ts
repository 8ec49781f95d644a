import { RequestProblem } from '../platform/problem.ts'
import type { Service } from '../platform/service.ts'
import { writeSentence } from './rules.ts'
import { markPublished, markUnpublished, type StoredPublication } from './store.ts'
import type { Job, Outcome, Sender, Target } from './target.ts'

/** Longer than a post may take by far; a request that holds a publication for longer has died. */
export const CLAIM_MS = 60_000

/** A publication that this request, and no other, may send. */
export type Held = { target: Target; sender: Sender; publication: StoredPublication }

/** A 409 for a post that another request is sending. */
export function underWay(): RequestProblem {
  return new RequestProblem('REQUEST_IN_FLIGHT', 'This post is just being sent by another request.', {
    headers: { 'retry-after': '2' },
  })
}

/** Sends what this request holds, and notes what became of it. */
export async function perform(service: Service, held: Held): Promise<Outcome> {
  return note(service, held, await held.sender.send(createJob(service, held)))
}

export function createJob({ settings, now }: Service, { publication }: Held): Job {
  const { message, reference, createdAt } = publication
  return { message, reference, createdAt, now: now(), signal: AbortSignal.timeout(settings.publishing.deadlineMs) }
}

/** Writes down what became of a post, with the platform's words made fit to be shown. */
export async function note({ db }: Service, held: Held, outcome: Outcome): Promise<Outcome> {
  const { publication, target, sender } = held
  if (outcome.kind === 'published') {
    await db.transaction((tx) => markPublished(tx, publication, { ...outcome, now: tx.now }))
    return outcome
  }
  const says = writeSentence(target.label, outcome.says, sender.secrets)
  const state = outcome.kind === 'refused' ? 'failed' : 'unknown'
  await db.transaction((tx) => markUnpublished(tx, publication, { state, problem: says, now: tx.now }))
  return { ...outcome, says }
}
