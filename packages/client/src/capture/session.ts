import type { EngineRoom } from '../live/engine-room.ts'
import { type Sightings, watchCamera } from './camera-watch.ts'
import { hintOf } from './hints.ts'
import { once } from './once.ts'
import type { RecordingOptions } from './options.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import { ScanError } from './scan-error.ts'
import type { Stage } from './stage.ts'
import type { Stop } from './surroundings.ts'

/** Sensors, camera and engine, asked for and running. */
export type Session = {
  stage: Stage
  room: EngineRoom
  recorder: Recorder
  sightings: Sightings | null
  /** Gives sensors and camera back, and lets the page be hidden again. */
  stopCapturing: Stop
}

const NOTHING_SEEN = { stroke: null, sinceCueMs: 0, agitation: null, score: null } as const

/** Asks for everything that a capture needs, and waits until the sensors speak. To be called in the user's gesture. */
export async function openSession(stage: Stage, options: RecordingOptions): Promise<Session> {
  const { surroundings, lifetime, source, report } = stage
  const { mode } = source
  report('asking', { hint: hintOf({ ...NOTHING_SEEN, phase: 'asking', mode }) })
  await lifetime.during(source.request())
  const sightings = await watchCamera(stage, options.camera)
  report('preparing', { hint: hintOf({ ...NOTHING_SEEN, phase: 'preparing', mode }) })
  const room = surroundings.openRoom()
  lifetime.atEnd(room.close)
  const unwatchPage = watchPage(stage)
  const recorder = startRecorder(stage)
  const stopCapturing = once(() => {
    recorder.stop()
    sightings?.stop()
    unwatchPage()
  })
  lifetime.atEnd(stopCapturing)
  await lifetime.during(recorder.heard)
  return { stage, room, recorder, sightings, stopCapturing }
}

function watchPage({ surroundings, lifetime }: Stage): Stop {
  const fail = () => lifetime.fail(new ScanError('page_hidden', 'the page was hidden during the scan'))
  if (surroundings.isHidden()) fail()
  void surroundings.keepAwake().then(lifetime.atEnd)
  return surroundings.onHidden(fail)
}
