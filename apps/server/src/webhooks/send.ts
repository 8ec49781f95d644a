import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'
import { disableWebhook, listSigningSecrets } from '../sites/webhook-store.ts'
import type { Post } from './post.ts'
import { CLAIM_MS, findProblem, judge, type Posted, reasonNotToTry } from './rules.ts'
import { signHeaders } from './sign.ts'
import { bury, buryWaiting, type ClaimedEvent, claimEvents, markSent, postpone } from './store.ts'

/** Events that one process sends at a time, and those of one site among them: a slow site leaves room for the others. */
const MAX_IN_FLIGHT = 32
const MAX_PER_SITE = 4

/** How soon a new event is seen. */
export const LOOK_AGAIN_MS = 250

export type SendOptions = { post: Post; log: (line: string) => void; stopped?: AbortSignal; random?: () => number }

/** An event with the secrets that sign it, still sealed. */
type ReadyEvent = ClaimedEvent & { sealedSecrets: Buffer[] }

/** Sends all events that are due and returns when none is left; once stopped, it only ends what it has begun. */
export async function sendDueEvents(service: Service, options: SendOptions): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  try {
    for (;;) {
      const room = options.stopped?.aborted ? 0 : MAX_IN_FLIGHT - inFlight.size
      for (const event of await claim(service, room)) {
        const sending = send(service, options, event).finally(() => inFlight.delete(sending))
        inFlight.add(sending)
      }
      if (inFlight.size === 0) return
      // A slow site does not hold up those that have something new meanwhile.
      await Promise.race([...inFlight, delay(LOOK_AGAIN_MS)])
    }
  } finally {
    await Promise.all(inFlight)
  }
}

async function claim({ db }: Service, limit: number): Promise<ReadyEvent[]> {
  if (limit === 0) return []
  return db.transaction(async (tx) => {
    const lapsesAt = new Date(tx.now.getTime() + CLAIM_MS)
    const events = await claimEvents(tx, { now: tx.now, lapsesAt, limit, perSite: MAX_PER_SITE })
    if (events.length === 0) return []
    const secrets = await listSigningSecrets(tx, [...new Set(events.map(({ siteId }) => siteId))], tx.now)
    return events.map((event) => {
      const own = secrets.filter(({ siteId }) => siteId === event.siteId)
      return { ...event, sealedSecrets: own.map(({ sealed }) => sealed) }
    })
  })
}

/** One try of one event. Never throws: what goes wrong here is noted in the event or in the log. */
async function send(service: Service, options: SendOptions, event: ReadyEvent): Promise<void> {
  const { log, random = Math.random } = options
  const reason = reasonNotToTry(event)
  const posted = reason === undefined ? await tryToPost(service, options.post, event) : undefined
  const problem = posted ? findProblem(posted) : reason
  if (problem !== undefined) log(`webhook event ${event.eventId} (${event.type}) was not sent: ${problem}`)
  try {
    await note(service, async (tx) => {
      if (posted) await settle(tx, event, { posted, random: random() })
      else await bury(tx, event, { status: null, problem: problem ?? '' })
    })
  } catch {
    log(`webhook event ${event.eventId}: the database could not be told what became of it`)
  }
}

async function tryToPost({ secrets }: Service, post: Post, event: ReadyEvent): Promise<Posted> {
  const { eventId: id, url, body, lapsesAt, sealedSecrets } = event
  try {
    const opened = sealedSecrets.map((sealed) => secrets.open('webhook-secret', sealed))
    const signed = signHeaders({ id, at: new Date(lapsesAt.getTime() - CLAIM_MS), body }, opened)
    const headers = { 'content-type': 'application/json', 'user-agent': 'stillhere-webhooks', ...signed }
    return await post({ url, headers, body })
  } catch {
    // Without the error's text, which may quote what was sealed.
    return { outcome: 'failed', problem: 'the event could not be signed or written' }
  }
}

const NOTE_TRIES = 10
const NOTE_AGAIN_MS = 5_000

// An event that was taken and is not noted as sent would be sent again: a database that is away for a moment is waited for.
async function note({ db }: Service, write: (tx: Transaction) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.transaction(write)
      return
    } catch (error) {
      if (tries === NOTE_TRIES) throw error
      await delay(NOTE_AGAIN_MS)
    }
  }
}

async function settle(
  tx: Transaction,
  event: ClaimedEvent,
  { posted, random }: { posted: Posted; random: number },
): Promise<void> {
  const verdict = judge(posted, { attempts: event.attempts, now: tx.now, random })
  if (verdict.state === 'sent') await markSent(tx, event, { status: verdict.status, now: tx.now })
  else if (verdict.state === 'waiting') await postpone(tx, event, verdict)
  else await bury(tx, event, verdict)
  if (verdict.state === 'dead' && verdict.isGone) await disable(tx, event)
}

/** A site that answers 410 wants no more events, neither this one nor those that wait. */
async function disable(tx: Transaction, { siteId, url }: ClaimedEvent): Promise<void> {
  const reason = 'the address answered 410 Gone'
  if (await disableWebhook(tx, { siteId, url, reason, now: tx.now })) {
    await buryWaiting(tx, siteId, 'the webhook is disabled')
  }
}
