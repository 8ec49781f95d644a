import { readImu } from '../../packages/engine/src/capture.ts'
import { computeStrokeFeatures } from '../../packages/engine/src/stroke-signature/features.ts'
import { feelsGravity, computeStrokeViews } from '../../packages/engine/src/stroke-signature/views.ts'
import { imuSamples, type Recording, recordings } from './recordings.ts'

/** One take of a known movement, measured. */
export type StrokeTake = {
  set: string
  person: string
  gesture: string
  trial: number
  hasGravity: boolean
  raw: Float64Array
}

/** Sets in which people made the same movements several times; walking is none. */
const STROKE_SETS = ['forearm-gestures', 'air-letters', 'utd-mhad', 'smartfallmm', 'umafall'] as const
/** Sets in which the sensor was worn in more than one place. */
const PLACED_SETS: readonly string[] = ['smartfallmm', 'umafall']
const WALKS = ['walk', 'jog', 'stairs-down', 'stairs-up', 'step-up']

/** All takes that can be measured, each person's in the order they were made. Whether they hold gravity is decided once for each person. */
export function strokeMaterial(motionFolder: string): StrokeTake[] {
  return STROKE_SETS.flatMap((set) => {
    const all = recordings(motionFolder, set)
      .filter(({ label }) => !WALKS.includes(label ?? ''))
      .toSorted((a, b) => (a.trial ?? 0) - (b.trial ?? 0))
    const gravityOf = new Map(
      [...Map.groupBy(all, ({ subject }) => subject)].map(([subject, own]) => {
        return [subject, feelsGravity(own.flatMap((recording) => imuSamples(recording, set)))]
      }),
    )
    return all.flatMap((recording) => measureTake(set, recording, gravityOf.get(recording.subject)))
  })
}

function measureTake(set: string, recording: Recording, hasGravity: boolean | undefined): StrokeTake[] {
  const views = computeStrokeViews(readImu(imuSamples(recording, set)), hasGravity)
  if (views.status !== 'ok') return []
  const { subject, label = '', device, trial = 0 } = recording
  const gesture = PLACED_SETS.includes(set) ? `${set}/${label}/${device}` : `${set}/${label}`
  return [
    {
      set,
      person: `${set}/${subject}`,
      gesture,
      trial,
      hasGravity: views.hasGravity,
      raw: computeStrokeFeatures(views),
    },
  ]
}
