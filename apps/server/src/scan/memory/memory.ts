import { nearestReplay } from '@stillhere/engine'
import { isSameStroke, KNOWN_STROKES_OF_A_REPLAY, strokeComparer } from '@stillhere/engine/strokes'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay } from '../../platform/day.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import {
  addWaiting,
  findCandidates,
  listRemembered,
  listWaitingMarks,
  type MotionKind,
  readWaitingRows,
  WANTED,
} from './store.ts'
import {
  type Kept,
  type KeptStream,
  openWaiting,
  readWaiting,
  sealWaiting,
  type Searched,
  type SearchedStroke,
  type Trace,
  waitingId,
} from './traces.ts'

/** In a thread: how like the nearest earlier one each capture is, 0..1; null where there was nothing to remember of it. */
export function nearestSimilarities(captures: readonly Recalled[][]): (number | null)[] {
  return captures.map((streams) => (streams.length === 0 ? null : Math.max(...streams.map(streamSimilarity))))
}

/** A capture of which several strokes were shown before is a copy, whatever lies between them. */
function streamSimilarity({ whole, strokes }: Recalled): number {
  if (strokes.filter(isKnownStroke).length >= KNOWN_STROKES_OF_A_REPLAY) return 1
  return wholeSimilarity(whole)
}

function wholeSimilarity({ shown, isKnown, candidates }: RecalledMotion): number {
  return isKnown ? 1 : (nearestReplay(shown.digest, candidates)?.similarity ?? 0)
}

function isKnownStroke({ shown, isKnown, candidates }: RecalledMotion<SearchedStroke>): boolean {
  if (isKnown) return true
  if (candidates.length === 0) return false
  const similarityTo = strokeComparer(shown.motion)
  return candidates.some((digest) => isSameStroke(similarityTo(digest)))
}

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
  const isNew = await addWaiting(tx, { id, sealed: sealWaiting(secrets, trace), day: toDay(tx.now) })
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

/** What waits for the memory, each opened once by this process, under the hashes that lead to it. */
type WaitingIndex = {
  /** Which of these marks it does not hold. */
  listMissing: (marks: Iterable<string>) => string[]
  add: (mark: string, row: { id: Buffer; sealed: Buffer }) => void
  /** Drops what waits no longer. */
  keepOnly: (marks: ReadonlySet<string>) => void
  /** Digests of other streams that share enough hashes, the likeliest first: the rule of the database. */
  find: (kind: MotionKind, search: WaitingSearch) => Uint8Array[]
}

/** Among which marks to look, except for the stream that looks. */
type WaitingSearch = { marks: ReadonlySet<string>; own: string; shown: Pick<Searched, 'probes' | 'weights'> }

/** Motion of a stream that waits under this mark and number. */
type Posting = { mark: string; stream: string; digest: Uint8Array; hashes: number[] }
type Entry = { postings: Record<MotionKind, Posting[]>; addedAt: number }

/** A caller that listed before another one added must not throw away what it does not know yet. */
const YOUNG_MS = 10_000

const indexes = new WeakMap<Secrets, WaitingIndex>()

/** The index of everybody with these secrets. */
export function openWaitingIndex(secrets: Secrets): WaitingIndex {
  const known = indexes.get(secrets) ?? createWaitingIndex(secrets)
  indexes.set(secrets, known)
  return known
}

function createWaitingIndex(secrets: Secrets): WaitingIndex {
  const entries = new Map<string, Entry>()
  const byHash = { capture: new Map<number, Posting[]>(), stroke: new Map<number, Posting[]>() }
  return {
    listMissing: (marks) => [...marks].filter((mark) => !entries.has(mark)),
    add: (mark, { id, sealed }) => {
      if (entries.has(mark)) return
      const text = openWaiting(secrets, sealed)
      const postings =
        text === null
          ? { capture: [], stroke: [] }
          : toPostings({ mark, stream: id.toString('hex') }, readWaiting(text))
      entries.set(mark, { postings, addedAt: performance.now() })
      for (const kind of ['capture', 'stroke'] as const) for (const one of postings[kind]) enter(byHash[kind], one)
    },
    keepOnly: (marks) => {
      const before = performance.now() - YOUNG_MS
      for (const [mark, { postings, addedAt }] of entries) {
        if (marks.has(mark) || addedAt > before) continue
        entries.delete(mark)
        for (const kind of ['capture', 'stroke'] as const) for (const one of postings[kind]) remove(byHash[kind], one)
      }
    },
    find: (kind, search) => chooseLikeliest(kind, countVotes(byHash[kind], search)),
  }
}

function toPostings(named: Pick<Posting, 'mark' | 'stream'>, { whole, strokes }: KeptStream): Entry['postings'] {
  const toPosting = ({ digest, hashes }: Kept): Posting => ({ ...named, digest, hashes: [...new Set(hashes)] })
  return { capture: [toPosting(whole)], stroke: strokes.map(toPosting) }
}

function enter(byHash: Map<number, Posting[]>, posting: Posting): void {
  for (const hash of posting.hashes) {
    const others = byHash.get(hash)
    if (others) others.push(posting)
    else byHash.set(hash, [posting])
  }
}

function remove(byHash: Map<number, Posting[]>, posting: Posting): void {
  for (const hash of posting.hashes) {
    const others = byHash.get(hash)?.filter((other) => other !== posting) ?? []
    if (others.length > 0) byHash.set(hash, others)
    else byHash.delete(hash)
  }
}

function countVotes(
  byHash: ReadonlyMap<number, Posting[]>,
  { marks, own, shown: { probes, weights } }: WaitingSearch,
): Map<Posting, number> {
  const votes = new Map<Posting, number>()
  for (const [at, probe] of probes.entries())
    for (const posting of byHash.get(probe) ?? [])
      if (posting.stream !== own && marks.has(posting.mark))
        votes.set(posting, (votes.get(posting) ?? 0) + (weights[at] ?? 0))
  return votes
}

function chooseLikeliest(kind: MotionKind, votes: ReadonlyMap<Posting, number>): Uint8Array[] {
  const { most, leastShare, leastVotes } = WANTED[kind]
  const likely = [...votes].filter(([, count]) => count >= leastVotes).toSorted(([, a], [, b]) => b - a)
  const least = leastShare * (likely[0]?.[1] ?? 0)
  return likely
    .slice(0, most)
    .filter(([, count]) => count >= least)
    .map(([{ digest }]) => digest)
}
