import type { CalibrationModel } from '@stillhere/engine'
import type { Queries } from '../../platform/database/pool.ts'
import { thresholdsApplied } from './rules.ts'
import { activeArtifactIds, type FoundThresholds, type Judged, readModel } from './store.ts'

export type ActiveCalibration = {
  id: string
  thresholds: FoundThresholds
  model: CalibrationModel
}

// An artifact never changes, so a process may remember those it used last. Which ones are in force is asked each time.
const last = new Map<Judged, ActiveCalibration>()

/** The calibration in force for such answers, or null while the shipped thresholds are. */
export async function activeCalibration(db: Queries, judged: Judged): Promise<ActiveCalibration | null> {
  const { [judged]: id } = await activeArtifactIds(db)
  if (id === null) return null
  const known = last.get(judged)
  if (known?.id === id) return known
  const found = await readModel(db, id)
  if (!found) return null
  const active = { id, thresholds: thresholdsApplied(found.thresholds), model: found.model }
  last.set(judged, active)
  return active
}
