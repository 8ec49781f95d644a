import { contentKey } from './content-order.ts'
import type { Kept } from './types.ts'

/**
 * Windows that belong together, and what they weigh: those of a person, or the halves of one session. The key decides by
 * chance what concerns a subject; it comes from what the subject recorded, and does not change with who else is there.
 */
export type Subject = {
  windows: Float32Array[]
  sessions: number
  source: string | null
  weight: number
  person: string | null
  key: number
}

export type Subjects = Grouping & { subjects: Subject[] }

/** Whether people are compared by their sessions or by parts of one, and how many sessions one source sent too many. */
export type Grouping = { labels: 'people' | 'halves'; dominated: number }

/** With fewer people of two sessions or more their scatter cannot be told. */
export const MIN_PEOPLE = 12
/** A person counts as one, however many sessions there are. */
const MAX_SESSIONS = 16
const FULL_SESSIONS = 4
export const MAX_SHARE = 0.1

/** Who is compared with whom: people by their sessions and, where these are few, everybody else by halves of one. */
export function chooseSubjects(kept: readonly Kept[], d: number): Subjects {
  const { fair, dominated } = fairShares(kept)
  const named = fair.filter(({ person }) => person !== null)
  const people = [...Map.groupBy(named, ({ person }) => person).values()]
  const subjects = people.map(ofPerson)
  if (people.filter((own) => own.length > 1).length >= MIN_PEOPLE) return { labels: 'people', subjects, dominated }
  const others = fair.filter(({ person }) => person === null).map((session) => ofHalves(session, d))
  return { labels: 'halves', subjects: [...subjects, ...others], dominated }
}

/** At most a tenth of the sessions from one source, or twice its even share where there are few sources. */
export function fairShares(kept: readonly Kept[]): { fair: readonly Kept[]; dominated: number } {
  const counts = new Map<string | null, number>()
  for (const { source } of kept) if (source !== null) counts.set(source, (counts.get(source) ?? 0) + 1)
  const unknown = kept.filter(({ source }) => source === null).length
  const most = Math.ceil(kept.length * Math.max(MAX_SHARE, 2 / (counts.size + unknown)))
  const taken = new Map<string, number>()
  const fair = kept.filter(({ source }) => {
    if (source === null) return true
    taken.set(source, (taken.get(source) ?? 0) + 1)
    return (taken.get(source) as number) <= most
  })
  return { fair, dominated: kept.length - fair.length }
}

function ofHalves({ features, source }: Kept, d: number): Subject {
  const windows = [features.subarray(0, d), features.subarray(d)]
  return { windows, sessions: 1, source, weight: 1, person: null, key: contentKey(features) }
}

/** A name with few sessions counts for less: names are cheaper to make up than sessions. */
function ofPerson(own: readonly Kept[]): Subject {
  const [{ source, person, features }] = own
  const windows = own.slice(0, MAX_SESSIONS).map((session) => session.features)
  const weight = Math.min(1, own.length / FULL_SESSIONS) ** 2
  return { windows, sessions: windows.length, source, weight, person, key: contentKey(features) }
}
