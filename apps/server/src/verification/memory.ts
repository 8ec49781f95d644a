import type { Transaction } from '../database/pool.ts'
import { dayOf } from '../day.ts'
import type { Service } from '../service.ts'
import { addWaiting, findCandidates, listRemembered, listWaiting, type MotionKind } from './store.ts'
import type { Searched, SearchedStroke, Trace } from './traces.ts'
import { openWaiting, sealWaiting, waitingId } from './waiting.ts'

/** Motion that was shown: the same once more, or what it might be a copy of. */
export type RecalledMotion<One extends Searched = Searched> = { shown: One; isKnown: boolean; candidates: Uint8Array[] }

/** What the memory knows of one stream of a capture; `own` is the number under which it waits itself. */
export type Recalled = { own: string; whole: RecalledMotion; strokes: RecalledMotion<SearchedStroke>[] }

/** Of each capture what the memory knows, and what waits to be remembered, for all of them. */
export type Recollection = { captures: Recalled[][]; waiting: WaitingMotion[] }

/** Motion that waits, as the text that was sealed. */
export type WaitingMotion = { id: string; text: string }

/**
 * Keeps captures that are about to be judged, and returns what they may be copies of. They are kept first, in a transaction
 * that nothing of a person is written in, so that of two copies at once each finds the other.
 */
export async function recall(service: Service, captures: readonly Trace[][]): Promise<Recollection> {
  const kept = await service.db.transaction((tx) => keepAll(tx, service, captures))
  return service.db.transaction(async (tx) => {
    // Before the memory: what moves there meanwhile is then seen twice, and otherwise would not be seen at all.
    const waiting = await listWaiting(tx)
    const recalled: Recalled[][] = []
    for (const capture of kept) recalled.push(await recallCapture(tx, capture))
    return { captures: recalled, waiting: waiting.flatMap((row) => openWaitingMotion(service, row)) }
  })
}

/** A stream, and the numbers of it that were shown before. */
type KeptTrace = { trace: Trace; own: string; known: Record<MotionKind, ReadonlySet<number>> }

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
  const listKnown = async (kind: MotionKind) => {
    const numbers = numbersIn(trace, kind)
    return new Set(isNew ? await listRemembered(tx, kind, numbers) : numbers)
  }
  const known = { capture: await listKnown('capture'), stroke: await listKnown('stroke') }
  return { trace, own: id.toString('hex'), known }
}

async function recallCapture(tx: Transaction, capture: readonly KeptTrace[]): Promise<Recalled[]> {
  const recalled: Recalled[] = []
  for (const kept of capture) {
    const strokes: RecalledMotion<SearchedStroke>[] = []
    for (const stroke of kept.trace.strokes) strokes.push(await recallMotion(tx, stroke, { kept, kind: 'stroke' }))
    const whole = await recallMotion(tx, kept.trace.whole, { kept, kind: 'capture' })
    recalled.push({ own: kept.own, whole, strokes })
  }
  return recalled
}

async function recallMotion<One extends Searched>(
  tx: Transaction,
  shown: One,
  { kept: { trace, known }, kind }: { kept: KeptTrace; kind: MotionKind },
): Promise<RecalledMotion<One>> {
  const { id, probes, weights } = shown
  const isKnown = known[kind].has(id)
  const search = { kind, own: numbersIn(trace, kind), probes, weights }
  return { shown, isKnown, candidates: isKnown ? [] : await findCandidates(tx, search) }
}

function numbersIn({ whole, strokes }: Trace, kind: MotionKind): number[] {
  return kind === 'capture' ? [whole.id] : strokes.map(({ id }) => id)
}

function openWaitingMotion({ secrets }: Service, { id, sealed }: { id: Buffer; sealed: Buffer }): WaitingMotion[] {
  const text = openWaiting(secrets, sealed)
  return text === null ? [] : [{ id: id.toString('hex'), text }]
}
