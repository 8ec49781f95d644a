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

/** How far a session is. The camera is on from `ready` to `running`, and at no other time. */
export type Stage =
  | { name: 'closed'; trouble?: unknown }
  | { name: 'opening' }
  | { name: 'ready'; video: HTMLVideoElement }
  | { name: 'running'; video: HTMLVideoElement; moment: Moment }
  | { name: 'short'; shortcoming: Shortcoming }
  | { name: 'taken'; take: Take; score: PresenceScore }

/** Takes one session at a time, in this page: no point leaves it from here. */
export type Recorder = {
  stage: Signal<Stage>
  /** What was found in the newest picture. */
  sight: Signal<Sight | null>
  open: () => Promise<void>
  start: () => void
  /** Switches the camera off and forgets what was taken. */
  close: () => void
}

const TICK_MS = 100

/** Nothing is asked for or loaded before `open`. */
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

/** Opens the camera, then loads the engine too: a session must not end with a missing file. */
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

/** Keeps the screen from going dark while nobody touches it, until the signal. Where that is not to be had, the screen does as it likes. */
async function openWakeLock(over: AbortSignal): Promise<void> {
  // Older browsers and pages that are not secure have none.
  const { wakeLock } = navigator as { wakeLock?: WakeLock }
  const lock = await wakeLock?.request('screen').catch(() => undefined)
  const closeWakeLock = () => void lock?.release()
  if (over.aborted) closeWakeLock()
  else over.addEventListener('abort', closeWakeLock, { once: true })
}
