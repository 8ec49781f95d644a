import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'
import type { Post } from '../webhooks/post.ts'
import { composeMessage } from './message.ts'
import { CLAIM_MS, judge, type Verdict } from './rules.ts'
import { type ClaimedMessage, claimMessages, dropDevice, dropMessage, postpone, settleSent } from './store.ts'

/** Messages that one process sends at a time. */
const MAX_IN_FLIGHT = 32

/** How soon a new message is seen. */
export const LOOK_AGAIN_MS = 500

export type SendOptions = {
  post: Post<Buffer>
  log: (line: string) => void
  stopped?: AbortSignal
  random?: () => number
}

/** Sends all messages that are due and returns when none is left; once stopped, it only ends what it has begun. */
export async function sendDueMessages(service: Service, options: SendOptions): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  try {
    for (;;) {
      const room = options.stopped?.aborted ? 0 : MAX_IN_FLIGHT - inFlight.size
      for (const message of await claim(service, room)) {
        const sending = send(service, options, message).finally(() => inFlight.delete(sending))
        inFlight.add(sending)
      }
      if (inFlight.size === 0) return
      // A slow push service does not hold up the others.
      await Promise.race([...inFlight, delay(LOOK_AGAIN_MS)])
    }
  } finally {
    await Promise.all(inFlight)
  }
}

async function claim({ db }: Service, limit: number): Promise<ClaimedMessage[]> {
  if (limit === 0) return []
  return db.transaction((tx) => {
    const lapsesAt = new Date(tx.now.getTime() + CLAIM_MS)
    return claimMessages(tx, { now: tx.now, lapsesAt, limit })
  })
}

/** One try of one message. Never throws: what goes wrong here is noted in the log, without the address of the device. */
async function send(service: Service, options: SendOptions, message: ClaimedMessage): Promise<void> {
  const { log, random = Math.random } = options
  const verdict = await tryToPost(service, options.post, { message, random: random() })
  if (verdict.state !== 'sent') log(`push message ${message.id} was not sent: ${verdict.problem}`)
  try {
    await service.db.transaction((tx) => settle(tx, message, verdict))
  } catch {
    // Its claim lapses, and it is sent again; devices show the second in the place of the first.
    log(`push message ${message.id}: the database could not be told what became of it`)
  }
}

async function tryToPost(
  service: Service,
  post: Post<Buffer>,
  { message, random }: { message: ClaimedMessage; random: number },
): Promise<Verdict> {
  const { attempts, expiresAt, lapsesAt } = message
  try {
    const posted = await post(composeMessage(service, message, new Date(lapsesAt.getTime() - CLAIM_MS)))
    return judge(posted, { attempts, expiresAt, now: service.now(), random })
  } catch {
    // Without the error's text, which may quote what was sealed.
    return { state: 'dead', problem: 'the message could not be opened or written' }
  }
}

async function settle(tx: Transaction, message: ClaimedMessage, verdict: Verdict): Promise<void> {
  if (verdict.state === 'sent') await settleSent(tx, message, tx.now)
  else if (verdict.state === 'waiting') await postpone(tx, message, verdict.nextTryAt)
  else if (verdict.state === 'dead') await dropMessage(tx, message)
  else await dropDevice(tx, message)
}
