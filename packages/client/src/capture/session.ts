import type { CameraSample, ImuSample, LandmarkFrame } from '@stillhere/engine'
import type { EngineWorker } from '../live/engine-worker.ts'
import { selectHint } from './hints.ts'
import type { CameraTracker, RecordingOptions } from './motion-source.ts'
import { createSingleRun, type Platform, type ScanContext, type Stop } from './scan-context.ts'
import { ScanError } from './scan-error.ts'

/** The running sensors, camera and engine of a scan. */
export type Session = {
  context: ScanContext
  worker: EngineWorker
  recorder: Recorder
  sightings: Sightings | null
  /** Until it is stopped, hiding the page calls `run` instead of failing the scan. */
  divertHiding: (run: () => void) => Stop
  /** Releases sensors and camera, and lets the page be hidden again. */
  stopCapturing: Stop
}

const NOTHING_SEEN = { stroke: null, sinceCueMs: 0, agitation: null, score: null } as const

/**
 * Requests the motion sensors and the camera, starts the engine's worker and the recorder, and resolves after the first sensor reading. Rejects with
 * a ScanError if a step fails. Call it in the person's tap or click, because browsers allow sensors only there.
 */
export async function openSession(context: ScanContext, options: RecordingOptions): Promise<Session> {
  const { platform, scope, source, report } = context
  const { mode } = source
  report('asking', { hint: selectHint({ ...NOTHING_SEEN, phase: 'asking', mode }) })
  await scope.during(source.request())
  const sightings = await watchCamera(context, options.camera)
  report('preparing', { hint: selectHint({ ...NOTHING_SEEN, phase: 'preparing', mode }) })
  const worker = platform.openWorker()
  scope.atEnd(worker.close)
  const { unwatch: unwatchPage, divertHiding } = watchPage(context)
  const recorder = startRecorder(context)
  const stopCapturing = createSingleRun(() => {
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

/** Records samples from before the countdown on, so that a scan notices silent sensors before the person moves. */
export type Recorder = {
  /** Resolves with the first complete reading. */
  heard: Promise<void>
  /** The samples of about the last two seconds, before and during the capture. */
  recent: () => readonly ImuSample[]
  /** Keeps samples from now on, and drops those of an earlier capture. */
  begin: () => void
  /** When the challenge began, which is the time of the first kept sample; null until then. */
  startMs: () => number | null
  samples: () => readonly ImuSample[]
  /** Fails the scan if the sensors have stopped. */
  checkSilence: () => void
  stop: () => void
}

// Both count only the time in which the page could run. Android takes up to a second to start its sensors.
const FIRST_READING_MS = 3000
const SILENCE_MS = 1200
const RECENT_COUNT = 120
// A timestamp this far from now belongs to another clock. Its samples would make the scan endless.
const MAX_AWAY_MS = 10_000

/**
 * Starts to record samples from the scan's motion source, and returns the controls. Keeps the last 120 samples until `begin` is called, and from
 * then on all. If the sensors deliver no complete reading within three seconds, fails the scan.
 */
export function startRecorder(context: ScanContext): Recorder {
  const { source, scope, platform } = context
  const hearing = createReadingFilter(context)
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
    // Readings from before the capture don't show that the sensors still work.
    if (isKept || beganMs === Infinity) lastMs = pageTime()
  }, scope.fail)
  return {
    heard: hearing.heard,
    recent: () => recent,
    samples: () => kept,
    begin: () => {
      beganMs = platform.now()
      // A pointer reports its position only when it moves.
      kept = source.mode === 'pointer' ? recent.slice(-1).map((sample) => ({ ...sample, t: beganMs })) : []
    },
    startMs: () => (source.mode === 'pointer' ? beganMs : (kept[0]?.t ?? null)),
    checkSilence: () => {
      if (source.mode === 'sensors' && pageTime() - lastMs > SILENCE_MS) scope.fail(createStoppedSensorError())
    },
    stop,
  }
}

type ReadingFilter = { heard: Promise<void>; hears(sample: ImuSample): boolean }

/** Waits a limited time for a reading of both sensors, and fails the scan with what was missing. */
function createReadingFilter({ source, scope, platform }: ScanContext): ReadingFilter {
  const isTimely = ({ t }: ImuSample) => Math.abs(t - platform.now()) <= MAX_AWAY_MS
  if (source.mode === 'pointer')
    return { heard: Promise.resolve(), hears: (sample) => isFelt(sample) && isTimely(sample) }
  const seen = { empty: false, felt: false, foreign: false }
  let resolve = () => {}
  const heard = new Promise<void>((done) => {
    resolve = done
  })
  const cancel = startPageTimer(platform, FIRST_READING_MS, () => scope.fail(createSilentSensorError(seen)))
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

type ReadingKinds = { empty: boolean; felt: boolean; foreign: boolean }

function createSilentSensorError({ empty, felt, foreign }: ReadingKinds): ScanError {
  if (felt) return new ScanError('unsupported', 'there is no gyroscope, and without it a person cannot be told')
  const within = `within ${FIRST_READING_MS / 1000} s`
  if (foreign) return new ScanError('sensor_silent', `the motion sensors gave no reading of this page's time ${within}`)
  if (!empty) return new ScanError('sensor_silent', `the motion sensors gave no reading ${within}`)
  const details = { next: 'give_up', advice: NO_SENSORS } as const
  return new ScanError('sensor_silent', `the motion sensors gave only empty readings ${within}`, details)
}

function createStoppedSensorError(): ScanError {
  return new ScanError('sensor_silent', 'the motion sensors stopped in the middle of the scan')
}

const TICK_MS = 100
// If a busy machine kept the page from running for longer, it couldn't have received readings.
const LONGEST_TICK_MS = 2 * TICK_MS

/** Counts the time in which the page could run. The returned function adds the time since its last call, up to a limit, and returns the sum. */
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

/** Calls `run` once the page has been able to run for `ms`. */
function startPageTimer({ now, every }: Pick<Platform, 'now' | 'every'>, ms: number, run: () => void): Stop {
  const tick = countPageTime(now)
  const stop = every(TICK_MS, () => {
    if (tick() < ms) return
    stop()
    run()
  })
  return stop
}

/** The points and frames that the camera tracker has delivered so far, with the function that stops the tracker. */
type Sightings = { points: CameraSample[]; frames: LandmarkFrame[]; stop: Stop }

/** Opens the camera and collects what it sees; returns null if no camera is requested. */
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
