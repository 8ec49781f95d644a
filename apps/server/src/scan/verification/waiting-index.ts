import type { Secrets } from '../../platform/secrets.ts'
import { type MotionKind, WANTED } from './store.ts'
import type { Kept, Searched } from './traces.ts'
import { type KeptStream, openWaiting, readWaiting } from './waiting.ts'

/** What waits for the memory, each opened once by this process, under the hashes that lead to it. */
export type WaitingIndex = {
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
