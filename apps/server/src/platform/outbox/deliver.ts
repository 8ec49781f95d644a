import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'
import { type Channel, CHANNELS, findReasonNotToTry, judgeOutcome, type Outcome } from './rules.ts'
import { claimDue, setDelivered, deleteEnded, type Delivery, cancelDelivery, recordFailure } from './store.ts'

/** The interval at which each process looks for new deliveries. */
export const LOOK_AGAIN_MS = 250

/** The function that sends one delivery of a channel and returns the outcome. */
export type Transport = { channel: Channel; send: (delivery: Delivery) => Promise<Outcome> }

export type DeliverOptions = { log: (line: string) => void; stopped?: AbortSignal; random?: () => number }

/**
 * Claims and sends the due deliveries of one channel, and resolves when none is left or in progress. After `stopped` is aborted, it claims
 * no more and finishes those in progress.
 */
export async function sendDue(
  { db }: Pick<Service, 'db'>,
  transport: Transport,
  options: DeliverOptions,
): Promise<void> {
  const { channel } = transport
  const inFlight = new Set<Promise<void>>()
  try {
    for (;;) {
      const limit = options.stopped?.aborted ? 0 : CHANNELS[channel].mostInFlight - inFlight.size
      const claimed = limit === 0 ? [] : await db.transaction((tx) => claimDue(tx, { channel, now: tx.now, limit }))
      for (const delivery of claimed) {
        const made = sendDelivery(db, transport, { delivery, ...options }).finally(() => inFlight.delete(made))
        inFlight.add(made)
      }
      if (inFlight.size === 0) return
      // A slow recipient does not hold up those that have something new meanwhile.
      await Promise.race([...inFlight, delay(LOOK_AGAIN_MS)])
    }
  } finally {
    await Promise.all(inFlight)
  }
}

/** Tries one delivery once and stores the outcome. Never throws: problems are stored with the delivery or logged. */
async function sendDelivery(
  db: Service['db'],
  transport: Transport,
  { delivery, log, random = Math.random }: DeliverOptions & { delivery: Delivery },
): Promise<void> {
  const name = `${delivery.channel} ${delivery.key ?? delivery.id} (${delivery.kind})`
  const outcome = await sendOnce(transport, delivery)
  if (outcome.outcome !== 'sent') log(`${name} was not sent: ${outcome.problem}`)
  const draw = random()
  try {
    await retryWrite(db, CHANNELS[delivery.channel].claimMs, (tx) =>
      saveOutcome(tx, delivery, { outcome, random: draw }),
    )
  } catch {
    log(`${name}: the database did not take its outcome`)
  }
}

async function sendOnce(transport: Transport, delivery: Delivery): Promise<Outcome> {
  const reason = findReasonNotToTry(delivery)
  if (reason !== undefined) return { outcome: 'refused', problem: reason }
  try {
    return await transport.send(delivery)
  } catch {
    // Without the error's text, which may quote what was sealed.
    return { outcome: 'failed', problem: 'it could not be opened or written' }
  }
}

async function saveOutcome(
  tx: Transaction,
  delivery: Delivery,
  { outcome, random }: { outcome: Outcome; random: number },
): Promise<void> {
  const { channel, attempts } = delivery
  const verdict = judgeOutcome(outcome, { channel, attempts, now: tx.now, random })
  const status = outcome.status ?? null
  const problem = outcome.outcome === 'sent' ? '' : outcome.problem
  if (verdict.state === 'sent') await setDelivered(tx, delivery, { status, now: tx.now })
  else if (verdict.state === 'waiting') await recordFailure(tx, delivery, { status, problem, ...verdict })
  else await cancelDelivery(tx, delivery, { status, problem, now: tx.now })
  if (!CHANNELS[channel].isLogged) await deleteEnded(tx, delivery)
  await outcome.effect?.(tx)
}

const INSIST_EVERY_MS = 5_000

// A delivery that was sent without being recorded would be sent again, so this waits for an unreachable database for a third of the claim.
async function retryWrite(
  db: Service['db'],
  claimMs: number,
  write: (tx: Transaction) => Promise<void>,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += INSIST_EVERY_MS) {
    try {
      await db.transaction(write)
      return
    } catch (error) {
      if (waitedMs + INSIST_EVERY_MS >= claimMs / 3) throw error
      await delay(INSIST_EVERY_MS)
    }
  }
}
