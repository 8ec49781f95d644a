import { type Signal, signal } from '@preact/signals'
import { type VideoTracker, createBodyTracker } from '@stillhere/client/camera'
import type { PresenceScore } from '@stillhere/client/capture'
import {
  checkTake,
  createTake,
  type Moment,
  computeMoment,
  type Shortcoming,
  type Sight,
  type Take,
} from './session.ts'

/** The stage of a session. The camera is on only in `ready` and `running`. */
export type Stage =
  | { name: 'closed'; trouble?: unknown }
  | { name: 'opening' }
  | { name: 'ready'; video: HTMLVideoElement }
  | { name: 'running'; video: HTMLVideoElement; moment: Moment }
  | { name: 'short'; shortcoming: Shortcoming }
  | { name: 'taken'; take: Take; score: PresenceScore }

/** Captures one session at a time. Nothing is sent. */
export type Recorder = {
  stage: Signal<Stage>
  /** The body in the newest picture. */
  sight: Signal<Sight | null>
  open: () => Promise<void>
  start: () => void
  /** Turns the camera off and discards the session. */
  close: () => void
}

const TICK_MS = 100

/** Creates a recorder for camera sessions, in stage `closed`. Only `open` requests the camera and loads the body model. */
export function createRecorder(): Recorder {
  const stage = signal<Stage>({ name: 'closed' })
  const sight = signal<Sight | null>(null)
  const tracker = createBodyTracker()
  let sights: Sight[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  let use = new AbortController()

  const stopWith = (last: Stage) => {
    clearInterval(timer)
    use.abort()
    tracker.close()
    sights = []
    sight.value = null
    stage.value = last
  }
  const open = async () => {
    stopWith({ name: 'opening' })
    const mine = new AbortController()
    use = mine
    const handleFailure = (trouble: unknown) => mine.signal.aborted || stopWith({ name: 'closed', trouble })
    try {
      const video = await openVideo(tracker, mine.signal)
      tracker.start(({ frame }) => {
        if (!frame) return
        sight.value = toSight(frame, video)
        if (stage.peek().name === 'running') sights.push(sight.value)
      }, handleFailure)
      void openWakeLock(mine.signal)
      stage.value = { name: 'ready', video }
    } catch (error) {
      handleFailure(error)
    }
  }
  const start = () => {
    if (stage.peek().name !== 'ready' || tracker.video === null) return
    const video = tracker.video
    const { signal: over } = use
    const startedMs = performance.now()
    const showOutcome = (last: Stage) => over.aborted || stopWith(last)
    const updateMoment = () => {
      const moment = computeMoment(performance.now() - startedMs)
      if (moment.kind !== 'over') stage.value = { name: 'running', video, moment }
      else {
        clearInterval(timer)
        judge(createTake(sights, startedMs)).then(showOutcome, (trouble: unknown) =>
          showOutcome({ name: 'closed', trouble }),
        )
      }
    }
    timer = setInterval(updateMoment, TICK_MS)
    updateMoment()
  }
  return { stage, sight, open, start, close: () => stopWith({ name: 'closed' }) }
}

/** Opens the camera and loads the engine, so that a session can't fail at its end because a file is missing. */
async function openVideo(tracker: VideoTracker, over: AbortSignal): Promise<HTMLVideoElement> {
  await tracker.request(over)
  await import('./score.ts')
  over.throwIfAborted()
  if (tracker.video === null) throw new Error('the camera was closed meanwhile')
  return tracker.video
}

type TrackedFrame = {
  t: number
  joints: readonly Sight['joints'][number][] | Readonly<Record<string, Sight['joints'][number]>>
}

function toSight({ t, joints }: TrackedFrame, { videoWidth, videoHeight }: HTMLVideoElement): Sight {
  return { t, joints: Object.values(joints), aspect: videoHeight / videoWidth }
}

async function judge(take: Take): Promise<Stage> {
  const { scoreTake: scoreOf } = await import('./score.ts')
  const score = scoreOf(take)
  const shortcoming = checkTake(take, score.reason)
  return shortcoming ? { name: 'short', shortcoming } : { name: 'taken', take, score }
}

/** Keeps the screen on until the signal aborts, if the browser supports it. */
async function openWakeLock(over: AbortSignal): Promise<void> {
  // Older browsers and insecure pages have no wake lock.
  const { wakeLock } = navigator as { wakeLock?: WakeLock }
  const lock = await wakeLock?.request('screen').catch(() => undefined)
  const closeWakeLock = () => void lock?.release()
  if (over.aborted) closeWakeLock()
  else over.addEventListener('abort', closeWakeLock, { once: true })
}
