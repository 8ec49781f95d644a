import { randomUUID } from 'node:crypto'
import type { Service } from '../platform/service.ts'
import { CLAIM_MS, type Held, createJob, note, perform, underWay } from './sending.ts'
import { claimUnclear, markLapsed, type StoredPublication } from './store.ts'
import type { Found, Outcome } from './target.ts'

const DIED = 'The process that sent the post died before it noted the answer.'

/** Finds out what became of a post of unknown outcome, where the platform allows that, and sends it if it is not there. */
export async function sendUnlessThere(service: Service, held: Held): Promise<Outcome> {
  if (!held.sender.look) return repeatOrLeave(service, held)
  const own = await takeOver(service, held)
  const found = await lookFor(service, own)
  return found.kind === 'absent' ? perform(service, own) : note(service, own, found)
}

/** Finds out what became of a post of unknown outcome, and notes it. One that is not there can be sent again. */
export async function settleByPlatform(service: Service, held: Held): Promise<void> {
  if (!held.sender.look) return void (await repeatOrLeave(service, held))
  const own = await takeOver(service, held)
  const found = await lookFor(service, own)
  await note(service, own, found.kind === 'absent' ? { kind: 'refused', says: 'has no such post' } : found)
}

async function lookFor(service: Service, own: Held): Promise<Found> {
  return (await own.sender.look?.(createJob(service, own))) ?? { kind: 'unknown', says: 'cannot be asked' }
}

/** Where a repeated reference leads to the first post, sends it again. A refusal then says nothing about that first post. */
async function repeatOrLeave(service: Service, held: Held): Promise<Outcome> {
  const ageMs = service.now().getTime() - held.publication.createdAt.getTime()
  if (ageMs >= (held.sender.remembersForMs ?? 0)) return leave(service, held.publication)
  const own = await takeOver(service, held)
  const outcome = await own.sender.send(createJob(service, own))
  return note(service, own, outcome.kind === 'refused' ? { kind: 'unknown', says: outcome.says } : outcome)
}

async function leave({ db }: Service, { id, state, problem }: StoredPublication): Promise<Outcome> {
  if (state === 'sending') await db.transaction((tx) => markLapsed(tx, id, { problem: DIED, now: tx.now }))
  return { kind: 'unknown', says: state === 'sending' ? DIED : problem }
}

async function takeOver({ db }: Service, held: Held): Promise<Held> {
  const publication = await db.transaction((tx) => {
    const until = new Date(tx.now.getTime() + CLAIM_MS)
    return claimUnclear(tx, { id: held.publication.id, claim: randomUUID(), now: tx.now, until })
  })
  if (!publication) throw underWay()
  return { ...held, publication }
}
