import { SIGNATURE_MODEL } from '../signature/match.ts'
import { compareStrokeSessions } from './compare-strokes.ts'
import { compareWindows, computeShippedRates, projectByShippedModel, type WindowKind } from './compare-windows.ts'
import { featureLength, measureLandmarks, measureStrokes, STROKE_COORDINATES as COORDINATES } from './sessions.ts'
import type { Mode, Settings } from './settings.ts'
import { compareSessions, joinNames, MAX_KEPT, namesOf, withinBounds } from './subjects.ts'
import type { FeatureMode, Kept } from './types.ts'

/** All that a run has gathered; a plain object, so that a run can be stored and go on. */
export type Material = {
  sessions: number
  /** Frames of all sessions that can be read, or samples of their strokes. */
  frames: number
  kept: Kept[]
  /** What was seen, by its fingerprint. */
  seen: Map<number, Kept>
  /** Names under which the same motion was uploaded: perhaps one person. */
  linked: Set<string>
  duplicates: number
  unusable: number
  /** Left out because one person, one source or the memory has enough. */
  dominated: number
}

const MAX_SEEN = 500_000

export function emptyMaterial(): Material {
  return {
    sessions: 0,
    frames: 0,
    kept: [],
    seen: new Map(),
    linked: new Set(),
    duplicates: 0,
    unusable: 0,
    dominated: 0,
  }
}

/** Takes one session in, whatever it is. */
export function gather(material: Material, session: unknown, settings: Settings): void {
  material.sessions++
  const measured = MODES[settings.featureMode].measure(session, settings)
  if (measured === null) {
    material.unusable++
    return
  }
  const { mark, frames, ...fresh } = measured
  // With those of motion that came before: which of two copies counts may not change the sum.
  material.frames += frames
  const before = material.seen.get(mark)
  if (before) return addClaim(material, before, fresh)
  if (material.seen.size < MAX_SEEN) material.seen.set(mark, fresh)
  material.kept.push(fresh)
  if (material.kept.length >= 2 * MAX_KEPT) forget(material)
}

/** The same motion again. A name outdoes none; what else differs is decided alike, whichever came first. */
function addClaim(material: Material, before: Kept, again: Kept): void {
  material.duplicates++
  if (again.person === null && before.person !== null) return
  if (again.person !== null && before.person === null) {
    Object.assign(before, again)
    return
  }
  if (before.features.length > 0 && compareSessions(again, before) < 0)
    Object.assign(before, { features: again.features, ...(again.recorded && { recorded: again.recorded }) })
  if ((again.source ?? '') < (before.source ?? '')) before.source = again.source
  const names = namesOf(before)
  if (again.person === null || names.includes(again.person)) return
  for (const name of names) material.linked.add(joinNames(name, again.person))
  before.alsoOf = [...(before.alsoOf ?? []), again.person]
}

/** Makes room once there is twice as much as will be used. */
function forget(material: Material): void {
  const stays = new Set(withinBounds(material.kept))
  // A motion that is known must still be known when it comes again.
  for (const session of material.kept) if (!stays.has(session)) session.features = new Float32Array(0)
  material.dominated += material.kept.length - stays.size
  material.kept = [...stays]
}

/** What a calibration does with the sessions, by its `featureMode`. */
export const MODES: Readonly<Record<FeatureMode, Mode>> = {
  posture: ofWindows({ featureMode: 'posture', version: 'posture', shipped: null }),
  posture_velocity: ofWindows({ featureMode: 'posture_velocity', version: 'posture_velocity', shipped: null }),
  signature_128: ofWindows({
    featureMode: 'signature_128',
    version: SIGNATURE_MODEL.body.version,
    shipped: { see: projectByShippedModel, computeRates: computeShippedRates },
  }),
  strokes: { inputs: COORDINATES, isApplicable: true, measure: measureStrokes, compare: compareStrokeSessions },
}

function ofWindows(kind: WindowKind): Mode {
  const { featureMode, shipped } = kind
  return {
    inputs: featureLength(featureMode),
    isApplicable: shipped !== null,
    measure: (session, settings) => measureLandmarks(session, { ...settings, featureMode }),
    compare: (kept, context) => compareWindows(kind, kept, context),
  }
}
