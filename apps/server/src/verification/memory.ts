import type { Transaction } from '../database/pool.ts'
import { dayOf } from '../day.ts'
import type { Service } from '../service.ts'
import { addWaiting, findCandidates, listRemembered, listWaiting } from './store.ts'
import type { Searched, Trace } from './traces.ts'
import { openWaiting, sealWaiting, waitingId } from './waiting.ts'

/** Motion that was shown: the same once more, or what it might be a copy of. */
export type RecalledMotion = { shown: Searched; isKnown: boolean; candidates: Uint8Array[] }

/** What the memory knows of one stream of a capture; `own` is the number under which it waits itself. */
export type Recalled = { own: string; whole: RecalledMotion }

/** Of each capture what the memory knows, and what waits to be remembered, for all of them. */
export type Recollection = { captures: Recalled[][]; waiting: WaitingMotion[] }

/** Motion that waits, as the text that was sealed. */
export type WaitingMotion = { id: string; text: string }

/**
 * Keeps captures that are about to be judged, and answers what they may be copies of. They are kept first, in a transaction
 * that nothing of a person is written in, so that of two copies at once each finds the other.
 */
export async function recall(service: Service, captures: readonly Trace[][]): Promise<Recollection> {
  const kept = await service.db.transaction((tx) => keepAll(tx, service, captures))
  return service.db.transaction(async (tx) => {
    // Before the memory: what moves there meanwhile is then seen twice, and otherwise would not be seen at all.
    const waiting = await listWaiting(tx)
    const recalled: Recalled[][] = []
    for (const capture of kept) recalled.push(await recallCapture(tx, capture))
    return { captures: recalled, waiting: waiting.flatMap((row) => opened(service, row)) }
  })
}

type KeptTrace = { trace: Trace; own: string; known: ReadonlySet<number> }

async function keepAll(tx: Transaction, service: Service, captures: readonly Trace[][]): Promise<KeptTrace[][]> {
  const all: KeptTrace[][] = []
  for (const traces of captures) {
    const kept: KeptTrace[] = []
    for (const trace of traces) kept.push(await keep(tx, service, trace))
    all.push(kept)
  }
  return all
}

/** Which numbers are known is asked before the commit: afterwards the stream's own could be among them. */
async function keep(tx: Transaction, { secrets }: Service, trace: Trace): Promise<KeptTrace> {
  const id = waitingId(secrets, trace)
  const isNew = await addWaiting(tx, { id, sealed: sealWaiting(secrets, trace), day: dayOf(tx.now) })
  const numbers = [trace.whole].map((motion) => motion.id)
  const known = new Set(isNew ? await listRemembered(tx, numbers) : numbers)
  return { trace, own: id.toString('hex'), known }
}

async function recallCapture(tx: Transaction, capture: readonly KeptTrace[]): Promise<Recalled[]> {
  const recalled: Recalled[] = []
  for (const { trace, own, known } of capture) recalled.push({ own, whole: await recallMotion(tx, trace.whole, known) })
  return recalled
}

async function recallMotion(tx: Transaction, shown: Searched, known: ReadonlySet<number>): Promise<RecalledMotion> {
  const isKnown = known.has(shown.id)
  return { shown, isKnown, candidates: isKnown ? [] : await findCandidates(tx, shown) }
}

function opened({ secrets }: Service, { id, sealed }: { id: Buffer; sealed: Buffer }): WaitingMotion[] {
  const text = openWaiting(secrets, sealed)
  return text === null ? [] : [{ id: id.toString('hex'), text }]
}
