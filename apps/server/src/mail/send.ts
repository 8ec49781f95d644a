import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'
import { composeLetter } from './compose.ts'
import { CLAIM_MS, judge, type Posted, reasonNotToTry } from './rules.ts'
import type { Post } from './smtp.ts'
import { bury, type ClaimedMail, claimMails, markSent, postpone } from './store.ts'

/** Mails that one process sends at a time. */
const MAX_IN_FLIGHT = 8

/** How soon a new mail is seen. */
export const LOOK_AGAIN_MS = 250

export type SendOptions = { post: Post; log: (line: string) => void; stopped?: AbortSignal }

/** Sends all mails that are due and returns when none is left; once stopped, it only ends what it has begun. */
export async function sendDueMails(service: Service, { post, log, stopped }: SendOptions): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  try {
    for (;;) {
      const room = stopped?.aborted ? 0 : MAX_IN_FLIGHT - inFlight.size
      for (const mail of await claim(service, room)) {
        const sending = send(service, { post, log }, mail).finally(() => inFlight.delete(sending))
        inFlight.add(sending)
      }
      if (inFlight.size === 0) return
      // A slow mail does not hold up those that come meanwhile.
      await Promise.race([...inFlight, delay(LOOK_AGAIN_MS)])
    }
  } finally {
    await Promise.all(inFlight)
  }
}

async function claim({ db }: Service, limit: number): Promise<ClaimedMail[]> {
  if (limit === 0) return []
  return db.transaction((tx) => {
    const lapsesAt = new Date(tx.now.getTime() + CLAIM_MS)
    return claimMails(tx, { now: tx.now, lapsesAt, limit })
  })
}

/** One try of one mail. Never throws: what goes wrong here is noted in the mail or in the log. */
async function send(service: Service, { post, log }: SendOptions, mail: ClaimedMail): Promise<void> {
  const posted = await tryToPost(service, post, mail)
  if (posted.outcome !== 'sent') log(`mail ${mail.id} (${mail.kind}) was not sent: ${posted.problem}`)
  try {
    await note(service, mail, posted)
  } catch {
    log(`mail ${mail.id} (${mail.kind}): the database could not be told what became of it`)
  }
}

async function tryToPost(service: Service, post: Post, mail: ClaimedMail): Promise<Posted> {
  const reason = reasonNotToTry(mail, new Date(mail.lapsesAt.getTime() - CLAIM_MS))
  if (reason !== undefined) return { outcome: 'refused', problem: reason }
  try {
    return await post(await composeLetter(service, mail))
  } catch {
    // Without the error's text, which may quote what was sealed.
    return { outcome: 'refused', problem: 'the mail could not be opened or written' }
  }
}

const NOTE_TRIES = 20
const NOTE_AGAIN_MS = 5_000

// A mail that was taken and is not noted as sent would be sent again: a database that is away for a moment is waited for.
async function note({ db }: Service, mail: ClaimedMail, posted: Posted): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.transaction((tx) => settle(tx, mail, posted))
      return
    } catch (error) {
      if (tries === NOTE_TRIES) throw error
      await delay(NOTE_AGAIN_MS)
    }
  }
}

async function settle(tx: Transaction, mail: ClaimedMail, posted: Posted): Promise<void> {
  const verdict = judge(posted, { attempts: mail.attempts, now: tx.now })
  if (verdict.state === 'sent') await markSent(tx, mail.id, tx.now)
  else if (verdict.state === 'waiting') await postpone(tx, mail, verdict)
  else await bury(tx, mail, { problem: verdict.problem, now: tx.now })
}
