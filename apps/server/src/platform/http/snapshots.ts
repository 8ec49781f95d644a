import { computeTag } from './entity-tag.ts'

/** An answer that many ask for, as it goes out. */
export type Snapshot = { text: string; tag: string }

export type Snapshots<Key> = {
  /** Read by this process less than a second ago, or else now; callers who come meanwhile wait for the same reading. */
  recent: (key: Key) => Promise<Snapshot>
  /** After a write by this process, so that its caller finds it in the next answer. */
  forget: () => void
}

const MAX_AGE_MS = 1000
// Most answers have a hundred kilobytes at most, the longest status list two megabytes.
const MOST_KEPT = 20

type Begun = { at: number; reading: Promise<Snapshot> }

/** Keeps answers for less than a second, each written once. */
export function keepSnapshots<Key extends string | number>(
  now: () => Date,
  read: (key: Key) => Promise<object>,
): Snapshots<Key> {
  const kept = new Map<Key, Begun>()
  const begin = (key: Key): Promise<Snapshot> => {
    const begun = { at: now().getTime(), reading: read(key).then(toSnapshot) }
    kept.delete(key)
    kept.set(key, begun)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    // A failed reading is its callers' to see, and nobody's to keep.
    begun.reading.catch(() => kept.get(key) === begun && kept.delete(key))
    return begun.reading
  }
  return {
    recent: (key) => {
      const found = kept.get(key)
      const ageMs = now().getTime() - (found?.at ?? 0)
      // A clock that was set back makes an age below zero.
      return found && ageMs >= 0 && ageMs < MAX_AGE_MS ? found.reading : begin(key)
    },
    forget: () => kept.clear(),
  }
}

/** An answer that is kept by nobody. */
export function toSnapshot(answer: object): Snapshot {
  const text = JSON.stringify(answer)
  return { text, tag: computeTag(text) }
}
