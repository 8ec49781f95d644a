import { SIGNATURE_MODEL } from '../signature/match.ts'
import { compareStrokeSessions } from './compare-strokes.ts'
import { compareWindows, computeShippedRates, projectByShippedModel, type WindowKind } from './compare-windows.ts'
import { countFeatures, measureLandmarks, measureStrokes, STROKE_COORDINATES as COORDINATES } from './sessions.ts'
import type { Mode, Settings } from './settings.ts'
import { compareSessions, mergeNames, MAX_KEPT, listNames, selectWithinBounds } from './subjects.ts'
import type { FeatureMode, StoredSession } from './types.ts'

/** Everything a run has collected; a plain object, so that a run can be stored and continued. */
export type Material = {
  sessions: number
  /** Frames of all sessions that can be read, or samples of their strokes. */
  frames: number
  kept: StoredSession[]
  /** Sessions seen so far, by fingerprint. */
  seen: Map<number, StoredSession>
  /** Pairs of names that uploaded the same motion and may be one person. */
  linked: Set<string>
  duplicates: number
  unusable: number
  /** Left out because there is enough from one person or source, or memory is full. */
  dominated: number
}

const MAX_SEEN = 500_000

/** Returns the collected state of a calibration run before any session has been added. */
export function createMaterial(): Material {
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

/**
 * Measures one session and adds it to the material. A repetition of a known motion is counted as a duplicate, and an
 * unreadable session as unusable; neither is added. Never throws.
 */
export function addSession(material: Material, session: unknown, settings: Settings): void {
  material.sessions++
  const measured = MODES[settings.featureMode].measure(session, settings)
  if (measured === null) {
    material.unusable++
    return
  }
  const { mark, frames, ...fresh } = measured
  // Includes repeated motion: which of two copies counts must not change the sum.
  material.frames += frames
  const before = material.seen.get(mark)
  if (before) return addClaim(material, before, fresh)
  if (material.seen.size < MAX_SEEN) material.seen.set(mark, fresh)
  material.kept.push(fresh)
  if (material.kept.length >= 2 * MAX_KEPT) removeExcess(material)
}

/**
 * Records that the same motion came again. A name wins over none; other differences are settled the same way in either
 * order.
 */
function addClaim(material: Material, before: StoredSession, again: StoredSession): void {
  material.duplicates++
  if (again.person === null && before.person !== null) return
  if (again.person !== null && before.person === null) {
    Object.assign(before, again)
    return
  }
  if (before.features.length > 0 && compareSessions(again, before) < 0)
    Object.assign(before, { features: again.features, ...(again.recorded && { recorded: again.recorded }) })
  if ((again.source ?? '') < (before.source ?? '')) before.source = again.source
  const names = listNames(before)
  if (again.person === null || names.includes(again.person)) return
  for (const name of names) material.linked.add(mergeNames(name, again.person))
  before.alsoOf = [...(before.alsoOf ?? []), again.person]
}

/** Drops what won't be used once there is twice as much as that. */
function removeExcess(material: Material): void {
  const stays = new Set(selectWithinBounds(material.kept))
  // Dropped motion must still be recognized when it comes again.
  for (const session of material.kept) if (!stays.has(session)) session.features = new Float32Array(0)
  material.dominated += material.kept.length - stays.size
  material.kept = [...stays]
}

/** The functions by which each `featureMode` measures and compares sessions. */
export const MODES: Readonly<Record<FeatureMode, Mode>> = {
  posture: createWindowMode({ featureMode: 'posture', version: 'posture', shipped: null }),
  posture_velocity: createWindowMode({ featureMode: 'posture_velocity', version: 'posture_velocity', shipped: null }),
  signature_128: createWindowMode({
    featureMode: 'signature_128',
    version: SIGNATURE_MODEL.body.version,
    shipped: { see: projectByShippedModel, computeRates: computeShippedRates },
  }),
  strokes: { inputs: COORDINATES, isApplicable: true, measure: measureStrokes, compare: compareStrokeSessions },
}

function createWindowMode(kind: WindowKind): Mode {
  const { featureMode, shipped } = kind
  return {
    inputs: countFeatures(featureMode),
    isApplicable: shipped !== null,
    measure: (session, settings) => measureLandmarks(session, { ...settings, featureMode }),
    compare: (kept, context) => compareWindows(kind, kept, context),
  }
}
