import type { EngineWorker } from '../live/engine-worker.ts'
import { type Sightings, watchCamera } from './camera-watch.ts'
import { chooseHint } from './hints.ts'
import type { RecordingOptions } from './options.ts'
import { type Stop, once } from './platform.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import type { ScanContext } from './scan-context.ts'
import { ScanError } from './scan-error.ts'

/** Sensors, camera and engine, asked for and running. */
export type Session = {
  context: ScanContext
  worker: EngineWorker
  recorder: Recorder
  sightings: Sightings | null
  /** While it isn't stopped, a page that is hidden runs this and does not fail the scan. */
  divertHiding: (run: () => void) => Stop
  /** Gives sensors and camera back, and lets the page be hidden again. */
  stopCapturing: Stop
}

const NOTHING_SEEN = { stroke: null, sinceCueMs: 0, agitation: null, score: null } as const

/** Asks for everything that a capture needs, and waits until the sensors speak. To be called in the user's gesture. */
export async function openSession(context: ScanContext, options: RecordingOptions): Promise<Session> {
  const { platform, scope, source, report } = context
  const { mode } = source
  report('asking', { hint: chooseHint({ ...NOTHING_SEEN, phase: 'asking', mode }) })
  await scope.during(source.request())
  const sightings = await watchCamera(context, options.camera)
  report('preparing', { hint: chooseHint({ ...NOTHING_SEEN, phase: 'preparing', mode }) })
  const worker = platform.openWorker()
  scope.atEnd(worker.close)
  const { unwatch: unwatchPage, divertHiding } = watchPage(context)
  const recorder = startRecorder(context)
  const stopCapturing = once(() => {
    recorder.stop()
    sightings?.stop()
    unwatchPage()
  })
  scope.atEnd(stopCapturing)
  await scope.during(recorder.heard)
  return { context, worker, recorder, sightings, divertHiding, stopCapturing }
}

function watchPage({ platform, scope }: ScanContext): Pick<Session, 'divertHiding'> & { unwatch: Stop } {
  const fail = () => scope.fail(new ScanError('page_hidden', 'the page was hidden during the scan'))
  if (platform.isHidden()) fail()
  void platform.keepAwake().then(scope.atEnd)
  let run = fail
  const unwatch = platform.onHidden(() => run())
  const divertHiding = (other: () => void) => {
    run = other
    return () => {
      run = fail
    }
  }
  return { unwatch, divertHiding }
}
