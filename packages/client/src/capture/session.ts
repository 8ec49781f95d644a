import type { CameraSample, ImuSample, LandmarkFrame } from '@stillhere/engine'
import type { EngineWorker } from '../live/engine-worker.ts'
import { chooseHint } from './hints.ts'
import type { CameraTracker, RecordingOptions } from './motion-source.ts'
import { once, type Platform, type ScanContext, type Stop } from './scan-context.ts'
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

/** Listens to the source from before the countdown, so that silent sensors show before the person moves. */
export type Recorder = {
  /** Resolves with the first complete reading. */
  heard: Promise<void>
  /** The newest second or so, before and during the capture. */
  recent: () => readonly ImuSample[]
  /** From now on samples are kept; those of an earlier capture are dropped. */
  begin: () => void
  /** When the challenge began: with the first kept sample; null until then. */
  startMs: () => number | null
  samples: () => readonly ImuSample[]
  /** Fails the scan when the sensors have fallen silent. */
  checkSilence: () => void
  stop: () => void
}

// Both in the time that the page could run. Android takes up to a second to start its sensors.
const FIRST_READING_MS = 3000
const SILENCE_MS = 1200
const RECENT_COUNT = 120
// A time this far from now is of another clock; kept, its samples would make a scan without end.
const MAX_AWAY_MS = 10_000

export function startRecorder(context: ScanContext): Recorder {
  const { source, scope, platform } = context
  const hearing = createHearing(context)
  const recent: ImuSample[] = []
  let kept: ImuSample[] = []
  let beganMs = Infinity
  const pageTime = countPageTime(platform.now)
  let lastMs = 0
  const stop = source.start((sample) => {
    if (scope.signal.aborted || !hearing.hears(sample)) return
    recent.push(sample)
    if (recent.length > RECENT_COUNT) recent.shift()
    const isKept = sample.t >= beganMs
    if (isKept) kept.push(sample)
    // Readings from before the capture are no sign of life in it.
    if (isKept || beganMs === Infinity) lastMs = pageTime()
  }, scope.fail)
  return {
    heard: hearing.heard,
    recent: () => recent,
    samples: () => kept,
    begin: () => {
      beganMs = platform.now()
      // A pointer tells of its place only when it leaves it.
      kept = source.mode === 'pointer' ? recent.slice(-1).map((sample) => ({ ...sample, t: beganMs })) : []
    },
    startMs: () => (source.mode === 'pointer' ? beganMs : (kept[0]?.t ?? null)),
    checkSilence: () => {
      if (source.mode === 'sensors' && pageTime() - lastMs > SILENCE_MS) scope.fail(fellSilent())
    },
    stop,
  }
}

type Hearing = { heard: Promise<void>; hears(sample: ImuSample): boolean }

/** Waits a bounded time for a reading of both sensors, and says what was missing. */
function createHearing({ source, scope, platform }: ScanContext): Hearing {
  const isTimely = ({ t }: ImuSample) => Math.abs(t - platform.now()) <= MAX_AWAY_MS
  if (source.mode === 'pointer')
    return { heard: Promise.resolve(), hears: (sample) => isFelt(sample) && isTimely(sample) }
  const seen = { empty: false, felt: false, foreign: false }
  let resolve = () => {}
  const heard = new Promise<void>((done) => {
    resolve = done
  })
  const cancel = afterPageTime(platform, FIRST_READING_MS, () => scope.fail(silentSensorError(seen)))
  scope.atEnd(cancel)
  const hears = (sample: ImuSample) => {
    if (!isTimely(sample)) {
      seen.foreign = true
      return false
    }
    const felt = isFelt(sample)
    if (felt) seen.felt = true
    else seen.empty = true
    if (felt && sample.rx !== undefined) {
      cancel()
      resolve()
    }
    return felt
  }
  return { heard, hears }
}

function isFelt({ ax, ay, az }: ImuSample): boolean {
  return Number.isFinite(ax + ay + az)
}

const NO_SENSORS = 'Open this page on a phone; this device seems to have no motion sensors.'

type Seen = { empty: boolean; felt: boolean; foreign: boolean }

function silentSensorError({ empty, felt, foreign }: Seen): ScanError {
  if (felt) return new ScanError('unsupported', 'there is no gyroscope, and without it a person cannot be told')
  const within = `within ${FIRST_READING_MS / 1000} s`
  if (foreign) return new ScanError('sensor_silent', `the motion sensors gave no reading of this page's time ${within}`)
  if (!empty) return new ScanError('sensor_silent', `the motion sensors gave no reading ${within}`)
  const details = { next: 'give_up', advice: NO_SENSORS } as const
  return new ScanError('sensor_silent', `the motion sensors gave only empty readings ${within}`, details)
}

function fellSilent(): ScanError {
  return new ScanError('sensor_silent', 'the motion sensors stopped in the middle of the scan')
}

const TICK_MS = 100
// A page that a busy machine kept from running for longer has heard nothing meanwhile, whatever was there to hear.
const LONGEST_TICK_MS = 2 * TICK_MS

/** Counts the time in which the page could run: returns a function that adds, at every tick, what has passed since the last. */
function countPageTime(now: () => number): () => number {
  let passedMs = 0
  let lastMs = now()
  return () => {
    const nowMs = now()
    passedMs += Math.min(nowMs - lastMs, LONGEST_TICK_MS)
    lastMs = nowMs
    return passedMs
  }
}

/** Runs something once the page could run for so long. */
function afterPageTime({ now, every }: Pick<Platform, 'now' | 'every'>, ms: number, run: () => void): Stop {
  const tick = countPageTime(now)
  const stop = every(TICK_MS, () => {
    if (tick() < ms) return
    stop()
    run()
  })
  return stop
}

/** What the camera has seen so far. */
type Sightings = { points: CameraSample[]; frames: LandmarkFrame[]; stop: Stop }

/** Opens the camera and keeps what it sees; null where no camera was asked for. */
async function watchCamera(
  { platform, scope }: ScanContext,
  camera: boolean | CameraTracker | undefined = false,
): Promise<Sightings | null> {
  if (camera === false) return null
  const tracker = camera === true ? await scope.during(loadTracker(platform.cameraTracker())) : camera
  scope.atEnd(() => tracker.close())
  await scope.during(tracker.request(scope.signal))
  const points: CameraSample[] = []
  const frames: LandmarkFrame[] = []
  const stop = tracker.start(({ point, frame }) => {
    if (point !== undefined) points.push(point)
    if (frame !== undefined) frames.push(frame)
  }, scope.fail)
  return { points, frames, stop }
}

async function loadTracker(tracker: Promise<CameraTracker>): Promise<CameraTracker> {
  try {
    return await tracker
  } catch (cause) {
    throw new ScanError('camera_failed', 'the camera part of this page could not be loaded', { cause })
  }
}
