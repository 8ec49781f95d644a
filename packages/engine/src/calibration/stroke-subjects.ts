import type { PlacedTakes } from '../stroke-signature/match.ts'
import { MOST_TAKES } from '../stroke-signature/template.ts'
import { contentKey } from './content-order.ts'
import { COORDINATES } from './stroke-session.ts'
import { fairShares, type Grouping, MAX_SHARE, MIN_PEOPLE } from './subjects.ts'
import type { Kept, Recorded } from './types.ts'

/** A stroke in the shipped model's coordinates. */
type PlacedStroke = { gesture: string; place: Float32Array | Float64Array }

/** The takes of each gesture. */
export type PlacedTemplate = ReadonlyMap<string, PlacedTakes>

/** The strokes of one answer. */
export type PlacedRound = readonly PlacedStroke[]

export type PlacedSession = Pick<Recorded, 'day' | 'device'> & { rounds: PlacedRound[]; template: PlacedTemplate }

/** A person and their sessions. The key decides by chance what concerns them; it comes from what they recorded. */
export type StrokeSubject = {
  person: string | null
  /** Where their sessions came from, as far as that is known. */
  sources: ReadonlySet<string>
  recorded: PlacedSession[]
  sessions: number
  weight: number
  key: number
}

/** More of one person say nothing new about strangers. */
const MAX_SESSIONS = 8

/** People by their sessions; whoever has no name is one by themselves. */
export function chooseStrokeSubjects(kept: readonly Kept[]): Grouping & { subjects: StrokeSubject[] } {
  const { fair, dominated } = fairShares(kept)
  const people = [...Map.groupBy(fair, (session) => session.person ?? session).values()]
  const subjects = withFairWeights(people.map(toSubject))
  const isEnough = subjects.filter(({ recorded }) => recorded.length > 1).length >= MIN_PEOPLE
  return { labels: isEnough ? 'people' : 'halves', dominated, subjects }
}

/** Everybody weighs the same, but all people of one source together no more than a tenth of all. */
function withFairWeights(subjects: readonly StrokeSubject[]): StrokeSubject[] {
  const counts = new Map<string, number>()
  for (const { sources } of subjects) for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1)
  const most = Math.max(1, MAX_SHARE * subjects.length)
  return subjects.map((subject) => {
    const shares = [...subject.sources].map((source) => most / (counts.get(source) as number))
    return { ...subject, weight: Math.min(1, ...shares) }
  })
}

function toSubject(own: readonly Kept[]): StrokeSubject {
  const recorded = own.slice(0, MAX_SESSIONS).map(placeSession)
  const sources = new Set(own.flatMap(({ source }) => source ?? []))
  const [{ person, features }] = own
  return { person, sources, recorded, sessions: own.length, weight: 1, key: contentKey(features) }
}

function placeSession({ features, recorded }: Kept): PlacedSession {
  const { day, device, rounds: gestures } = recorded ?? { day: '', device: '', rounds: [] }
  let at = 0
  const rounds = gestures.map((round) =>
    // Where they are: a copy of all strokes would take most of a calibration's memory.
    round.map((gesture) => ({ gesture, place: features.subarray(at, (at += COORDINATES)) })),
  )
  return { day, device, rounds, template: placeTemplate(rounds.flat()) }
}

/** What `enrollStrokes` would keep of these strokes, in the model's coordinates. */
export function placeTemplate(strokes: readonly PlacedStroke[]): PlacedTemplate {
  const gestures = Map.groupBy(strokes, ({ gesture }) => gesture)
  return new Map(
    [...gestures].map(([gesture, own]) => {
      return [gesture, { gesture, takes: own.slice(-MOST_TAKES).map(({ place }) => ({ count: 1, place })) }]
    }),
  )
}
