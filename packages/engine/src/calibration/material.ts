import { landmarkPresence } from '../presence/landmark-score.ts'
import { integer, seededRandom } from '../random.ts'
import { membersOf } from '../scorer/response.ts'
import { sessionFeatures } from './features.ts'
import type { Settings } from './options.ts'

/** What is kept of a session: features of the whole where the person is known, of both halves where not. */
export type Kept = { person: string | null; source: string | null; features: Float32Array }

/** All that a run has gathered; a plain object, so that a run can be stored and go on. */
export type Material = {
  sessions: number
  frames: number
  kept: Kept[]
  /** Fingerprints of what was seen, and under whose name first. */
  seen: Map<number, string | null>
  /** Names under which the same motion was uploaded: perhaps one person. */
  linked: Set<string>
  /** How many sessions of a person or of a source were kept. */
  taken: Map<string, number>
  duplicates: number
  unusable: number
  dominated: number
}

const HUMAN_FROM = 0.5
/** 8,192 sessions of two windows of 128 numbers are 8.4 MB. */
const MAX_KEPT = 8_192
const MAX_SEEN = 500_000
/** No more of one person or one source are ever kept, so that nobody fills the memory alone. */
const MAX_OF_PERSON = 32
const MAX_OF_SOURCE = MAX_KEPT / 10

export function emptyMaterial(): Material {
  return {
    sessions: 0,
    frames: 0,
    kept: [],
    seen: new Map(),
    linked: new Set(),
    taken: new Map(),
    duplicates: 0,
    unusable: 0,
    dominated: 0,
  }
}

/** Takes one session in, whatever it is; also as it was uploaded, with `landmarks` and `node_handle`. */
export function gather(material: Material, session: unknown, settings: Settings): void {
  const { frames, landmarks, person, node_handle, source, presence } = membersOf(session)
  const shown = frames ?? landmarks
  material.sessions++
  const name = label(person ?? node_handle)
  const measured = sessionFeatures(shown, name === null ? 2 : 1, settings)
  if (measured === null) {
    material.unusable++
    return
  }
  const { features, mark } = measured
  const before = material.seen.get(mark)
  if (before !== undefined) {
    material.duplicates++
    if (before !== null && name !== null && before !== name) material.linked.add(linkOf(before, name))
    return
  }
  if (material.seen.size < MAX_SEEN) material.seen.set(mark, name)
  // A score that was measured when the session came in need not be measured again.
  if (!((typeof presence === 'number' ? presence : landmarkPresence(shown).score) >= HUMAN_FROM)) {
    material.unusable++
    return
  }
  material.frames += (shown as unknown[]).length
  keep(material, { person: name, source: label(source), features })
}

/** The same for both orders. */
export function linkOf(one: string, other: string): string {
  return JSON.stringify([one, other].toSorted())
}

function label(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Beyond what memory allows every session has the same chance to stay (Vitter 1985). */
function keep(material: Material, session: Kept): void {
  const { kept, seen, taken } = material
  const held = (key: string, most: number) => {
    const count = taken.get(key) ?? 0
    if (count < most) taken.set(key, count + 1)
    return count < most
  }
  const fair =
    (session.person === null || held(`person ${session.person}`, MAX_OF_PERSON)) &&
    (session.source === null || held(`source ${session.source}`, MAX_OF_SOURCE))
  if (!fair) {
    material.dominated++
    return
  }
  const place = kept.length < MAX_KEPT ? kept.length : integer(seededRandom(seen.size), seen.size)
  if (place < MAX_KEPT) kept[place] = session
}
