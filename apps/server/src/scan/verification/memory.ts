import type { Transaction } from '../../platform/database/pool.ts'
import { dayOf } from '../../platform/day.ts'
import type { Service } from '../../platform/service.ts'
import {
  addWaiting,
  findCandidates,
  listRemembered,
  listWaitingMarks,
  type MotionKind,
  readWaitingRows,
} from './store.ts'
import type { Searched, SearchedStroke, Trace } from './traces.ts'
import { openWaitingIndex } from './waiting-index.ts'
import { sealWaiting, waitingId } from './waiting.ts'

/** Motion that was shown: the same once more, or what it might be a copy of. */
export type RecalledMotion<One extends Searched = Searched> = { shown: One; isKnown: boolean; candidates: Uint8Array[] }

/** What the memory knows of one stream of a capture. */
export type Recalled = { whole: RecalledMotion; strokes: RecalledMotion<SearchedStroke>[] }

/**
 * Keeps captures that are about to be judged, and returns what each of their streams may be a copy of. They are kept first, in a
 * transaction that nothing of a person is written in, so that of two copies at once each finds the other.
 */
export async function recall(service: Service, captures: readonly Trace[][]): Promise<Recalled[][]> {
  const kept = await service.db.transaction((tx) => keepAll(tx, service, captures))
  return service.db.transaction(async (tx) => {
    // Before the memory: what moves there meanwhile is then seen twice, and otherwise would not be seen at all.
    const waiting = await searchWaiting(tx, service, kept.flat())
    const recalled: Recalled[][] = []
    for (const capture of kept) {
      const streams: Recalled[] = []
      for (const one of capture) streams.push(await recallStream(tx, one, waiting.get(one)))
      recalled.push(streams)
    }
    return recalled
  })
}

/** Digests that may be the original of each searched motion of a stream, in its order. */
type Found = Record<MotionKind, Uint8Array[][]>

/** What waits and may be the original of each stream. Only what this process has not opened yet is read. */
async function searchWaiting(
  tx: Transaction,
  { secrets }: Service,
  streams: readonly KeptTrace[],
): Promise<Map<KeptTrace, Found>> {
  const index = openWaitingIndex(secrets)
  const marks = new Set(await listWaitingMarks(tx))
  for (let missing = index.listMissing(marks); missing.length > 0; missing = index.listMissing(marks)) {
    for (const { mark, ...row } of await readWaitingRows(tx, missing)) index.add(mark, row)
    // What is gone has moved into the memory, which is searched afterwards.
    for (const mark of index.listMissing(missing)) marks.delete(mark)
  }
  // From here to the end nobody else has a turn, so the index holds all of the marks.
  const search = ({ trace, own }: KeptTrace): Found => ({
    capture: [index.find('capture', { marks, own, shown: trace.whole })],
    stroke: trace.strokes.map((shown) => index.find('stroke', { marks, own, shown })),
  })
  const found = new Map(streams.map((one) => [one, search(one)]))
  index.keepOnly(marks)
  return found
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

async function recallStream(
  tx: Transaction,
  { trace, known }: KeptTrace,
  waiting: Found = { capture: [], stroke: [] },
): Promise<Recalled> {
  const recallAll = async <One extends Searched>(kind: MotionKind, motions: readonly One[]) => {
    const isKnown = ({ id }: Searched) => known[kind].has(id)
    const searched = motions.map((one) => (isKnown(one) ? NO_SEARCH : one))
    const found = await findCandidates(tx, { kind, own: numbersIn(trace, kind), searched })
    return motions.map((shown, at): RecalledMotion<One> => {
      const candidates = isKnown(shown) ? [] : [...(found[at] ?? []), ...(waiting[kind][at] ?? [])]
      return { shown, isKnown: isKnown(shown), candidates }
    })
  }
  const strokes = await recallAll('stroke', trace.strokes)
  const [whole] = await recallAll('capture', [trace.whole])
  if (!whole) throw new Error('the memory has lost what it searched for')
  return { whole, strokes }
}

/** Of motion that is known nothing is looked for. */
const NO_SEARCH = { probes: [], weights: [] }

function numbersIn({ whole, strokes }: Trace, kind: MotionKind): number[] {
  return kind === 'capture' ? [whole.id] : strokes.map(({ id }) => id)
}
