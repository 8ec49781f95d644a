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
  type MotionTrace,
  openWaiting,
  sealWaiting,
  type SearchedMotion,
  type SearchedStroke,
  type Trace,
  computeWaitingId,
} from './traces.ts'

/**
 * Computes for each capture how similar it is to the most similar earlier capture: 0 to 1, or null if no stream of the capture could be traced. A
 * capture with several known strokes counts as a copy (1). Runs in a worker thread.
 */
export function computeSimilarities(captures: readonly RecalledStream[][]): (number | null)[] {
  const compareStream = ({ whole, strokes }: RecalledStream): number => {
    // A capture with several known strokes is a copy, even with other motion between them.
    if (strokes.filter(isKnownStroke).length >= KNOWN_STROKES_OF_A_REPLAY || whole.isKnown) return 1
    return nearestReplay(whole.shown.digest, whole.candidates)?.similarity ?? 0
  }
  return captures.map((streams) => (streams.length === 0 ? null : Math.max(...streams.map(compareStream))))
}

function isKnownStroke({ shown, isKnown, candidates }: RecalledMotion<SearchedStroke>): boolean {
  if (isKnown) return true
  if (candidates.length === 0) return false
  const similarityTo = strokeComparer(shown.motion)
  return candidates.some((digest) => isSameStroke(similarityTo(digest)))
}

/** Motion of an answer, whether exactly this motion is known, and digests of earlier motion that it may be a copy of. */
export type RecalledMotion<One extends SearchedMotion = SearchedMotion> = {
  shown: One
  isKnown: boolean
  candidates: Uint8Array[]
}

/** Findings of the replay memory about one stream of a capture: about the stream as a whole, and about each of its strokes. */
export type RecalledStream = { whole: RecalledMotion; strokes: RecalledMotion<SearchedStroke>[] }

/**
 * Queues the traces of captures for the replay memory and returns, for each stream of each capture, the earlier motion that it may be a copy of.
 * The traces are committed before the search, in a transaction that writes nothing about a person, so that two copies sent at once find each other.
 */
export async function findSimilarMotion(service: Service, captures: readonly Trace[][]): Promise<RecalledStream[][]> {
  const stored = await service.db.transaction(async (tx) => {
    const all: StoredTrace[][] = []
    for (const traces of captures) {
      const streams: StoredTrace[] = []
      for (const trace of traces) streams.push(await addTrace(tx, service, trace))
      all.push(streams)
    }
    return all
  })
  return service.db.transaction(async (tx) => {
    // Before the memory: what moves there meanwhile is then found twice, and otherwise would be missed.
    const waiting = await findInWaiting(tx, service, stored.flat())
    const recalled: RecalledStream[][] = []
    for (const capture of stored) {
      const streams: RecalledStream[] = []
      for (const one of capture) streams.push(await findStreamReplays(tx, one, waiting.get(one)))
      recalled.push(streams)
    }
    return recalled
  })
}

/** A queued stream, its id in the replay queue, and which of its motion ids were known before. */
type StoredTrace = { trace: Trace; own: string; known: Record<MotionKind, ReadonlySet<number>> }

/** Known ids are read before the commit: afterwards they could include the stream's own. */
async function addTrace(tx: Transaction, { secrets }: Service, trace: Trace): Promise<StoredTrace> {
  const id = computeWaitingId(secrets, trace)
  const isNew = await addWaiting(tx, { id, sealed: sealWaiting(secrets, trace), day: toDay(tx.now) })
  const listKnown = async (kind: MotionKind) => {
    const ids = listIds(trace, kind)
    return new Set(isNew ? await listRemembered(tx, kind, ids) : ids)
  }
  const known = { capture: await listKnown('capture'), stroke: await listKnown('stroke') }
  return { trace, own: id.toString('hex'), known }
}

/** Digests of motion that may be the original, for each motion of a stream in its order. */
type CandidateDigests = Record<MotionKind, Uint8Array[][]>

/** Searches the replay queue for originals of each stream. Reads only rows that this process has not opened yet. */
async function findInWaiting(
  tx: Transaction,
  { secrets }: Service,
  streams: readonly StoredTrace[],
): Promise<Map<StoredTrace, CandidateDigests>> {
  const index = openWaitingIndex(secrets)
  const marks = new Set(await listWaitingMarks(tx))
  for (let missing = index.listMissing(marks); missing.length > 0; missing = index.listMissing(marks)) {
    for (const { mark, ...row } of await readWaitingRows(tx, missing)) index.add(mark, row)
    // Rows that are gone have moved into the memory, which is searched afterwards.
    for (const mark of index.listMissing(missing)) marks.delete(mark)
  }
  // No await from here on, so the index holds all of the marks.
  const found = streams.map((stream): [StoredTrace, CandidateDigests] => {
    const { trace, own } = stream
    const capture = [index.find('capture', { marks, own, shown: trace.whole })]
    return [stream, { capture, stroke: trace.strokes.map((shown) => index.find('stroke', { marks, own, shown })) }]
  })
  index.keepOnly(marks)
  return new Map(found)
}

async function findStreamReplays(
  tx: Transaction,
  { trace, known }: StoredTrace,
  waiting: CandidateDigests = { capture: [], stroke: [] },
): Promise<RecalledStream> {
  const recallAll = async <One extends SearchedMotion>(kind: MotionKind, motions: readonly One[]) => {
    const isKnown = ({ id }: SearchedMotion) => known[kind].has(id)
    const searched = motions.map((one) => (isKnown(one) ? NO_SEARCH : one))
    const found = await findCandidates(tx, { kind, own: listIds(trace, kind), searched })
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

/** Known motion needs no search. */
const NO_SEARCH = { probes: [], weights: [] }

function listIds({ whole, strokes }: Trace, kind: MotionKind): number[] {
  return kind === 'capture' ? [whole.id] : strokes.map(({ id }) => id)
}

/** An index, by hash, of the motion in the replay queue. A process opens each row only once. */
type WaitingIndex = {
  /** Lists those of the marks that the index doesn't have yet. */
  listMissing: (marks: Iterable<string>) => string[]
  add: (mark: string, row: { id: Buffer; sealed: Buffer }) => void
  /** Removes entries whose rows have left the replay queue; `marks` are those of the rows that are still there. */
  keepOnly: (marks: ReadonlySet<string>) => void
  /** Finds digests of other streams that share enough hashes, the likeliest first, by the same rule as findCandidates. */
  find: (kind: MotionKind, search: WaitingSearch) => Uint8Array[]
}

/** The marks to search, and the stream to leave out. */
type WaitingSearch = { marks: ReadonlySet<string>; own: string; shown: Pick<SearchedMotion, 'probes' | 'weights'> }

/** Motion of a queued stream, with the mark of its row. */
type WaitingMotion = { mark: string; stream: string; digest: Uint8Array; hashes: number[] }
type IndexEntry = { postings: Record<MotionKind, WaitingMotion[]>; addedAt: number }

/** Entries that another call added after this one listed its marks must stay. */
const YOUNG_MS = 10_000

const indexes = new WeakMap<Secrets, WaitingIndex>()

/**
 * Returns the in-memory index of the replay queue (sealed motion that has not moved to the replay memory yet). The index is created at the first
 * call for these secrets and then shared in the process.
 */
export function openWaitingIndex(secrets: Secrets): WaitingIndex {
  const known = indexes.get(secrets) ?? createWaitingIndex(secrets)
  indexes.set(secrets, known)
  return known
}

function createWaitingIndex(secrets: Secrets): WaitingIndex {
  const entries = new Map<string, IndexEntry>()
  const byHash = { capture: new Map<number, WaitingMotion[]>(), stroke: new Map<number, WaitingMotion[]>() }
  const KINDS = ['capture', 'stroke'] as const
  return {
    listMissing: (marks) => [...marks].filter((mark) => !entries.has(mark)),
    add: (mark, { id, sealed }) => {
      if (entries.has(mark)) return
      const opened = openWaiting(secrets, sealed)
      const toPosting = ({ digest, hashes }: MotionTrace): WaitingMotion => {
        return { mark, stream: id.toString('hex'), digest, hashes: [...new Set(hashes)] }
      }
      const postings = {
        capture: opened === null ? [] : [toPosting(opened.whole)],
        stroke: opened === null ? [] : opened.strokes.map(toPosting),
      }
      entries.set(mark, { postings, addedAt: performance.now() })
      for (const kind of KINDS) for (const one of postings[kind]) addPosting(byHash[kind], one)
    },
    keepOnly: (marks) => {
      const before = performance.now() - YOUNG_MS
      for (const [mark, { postings, addedAt }] of entries) {
        if (marks.has(mark) || addedAt > before) continue
        entries.delete(mark)
        for (const kind of KINDS) for (const one of postings[kind]) removePosting(byHash[kind], one)
      }
    },
    find: (kind, search) => selectLikeliest(kind, byHash[kind], search),
  }
}

function addPosting(byHash: Map<number, WaitingMotion[]>, posting: WaitingMotion): void {
  for (const hash of posting.hashes) {
    const others = byHash.get(hash)
    if (others) others.push(posting)
    else byHash.set(hash, [posting])
  }
}

function removePosting(byHash: Map<number, WaitingMotion[]>, posting: WaitingMotion): void {
  for (const hash of posting.hashes) {
    const others = byHash.get(hash)?.filter((other) => other !== posting) ?? []
    if (others.length > 0) byHash.set(hash, others)
    else byHash.delete(hash)
  }
}

/** Selects digests by the votes of the hashes that they share with the search. */
function selectLikeliest(
  kind: MotionKind,
  byHash: ReadonlyMap<number, WaitingMotion[]>,
  { marks, own, shown: { probes, weights } }: WaitingSearch,
): Uint8Array[] {
  const votes = new Map<WaitingMotion, number>()
  for (const [at, probe] of probes.entries())
    for (const posting of byHash.get(probe) ?? [])
      if (posting.stream !== own && marks.has(posting.mark))
        votes.set(posting, (votes.get(posting) ?? 0) + (weights[at] ?? 0))
  const { most, leastShare, leastVotes } = WANTED[kind]
  const likely = [...votes].filter(([, count]) => count >= leastVotes).toSorted(([, a], [, b]) => b - a)
  const least = leastShare * (likely[0]?.[1] ?? 0)
  return likely
    .slice(0, most)
    .filter(([, count]) => count >= least)
    .map(([{ digest }]) => digest)
}
