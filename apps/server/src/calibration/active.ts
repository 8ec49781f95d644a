import type { CalibrationModel } from '@stillhere/engine'
import type { Queries } from '../database/pool.ts'
import { thresholdsApplied } from './rules.ts'
import { activeArtifactId, type FoundThresholds, readModel } from './store.ts'

export type ActiveCalibration = {
  id: string
  thresholds: FoundThresholds
  model: CalibrationModel
}

// An artifact never changes, so a process may remember the one it used last. Which one is in force is asked each time.
let last: ActiveCalibration | undefined

/** The calibration in force, or null while the shipped thresholds are. */
export async function activeCalibration(db: Queries): Promise<ActiveCalibration | null> {
  const id = await activeArtifactId(db)
  if (id === null) return null
  if (last?.id === id) return last
  const found = await readModel(db, id)
  if (!found) return null
  last = {
    id,
    thresholds: thresholdsApplied(found.thresholds),
    model: found.model,
  }
  return last
}
