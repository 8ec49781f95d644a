import { type Challenge, DIRECTIONS } from '@stillhere/engine'
import { beginCommitments, type CommittedPart, extendCommitments } from '@stillhere/receipt'
import { ScanError } from '../capture/scan-error.ts'
import { LiveInterrupted, type Recorded, type StrokeTeller } from '../capture/stroke-exchange.ts'
import type { VerificationClient } from './service-client.ts'
import { asServiceFailure } from './service-client.ts'
import { type WireCapture, wireCapture } from './wire-capture.ts'

type Counts = { imu: number; camera: number; pose: number }

/** Commits to samples step by step, and knows in the end what the service has to be told of it. */
export type LiveAnswer = StrokeTeller & {
  /** How many samples of each stream were committed by the end of each step. */
  committed: readonly Counts[]
  /** The last commitment. */
  chain: () => string
  /** What was committed in all, as the request to verify carries it. */
  wire: (recorded: Recorded) => WireCapture
}

type Told = {
  id: string
  strokeCount: number
  client: Pick<VerificationClient, 'advanceChallenge'>
  /** Told how long each step took. */
  times: { now: () => number; add: (ms: number) => void }
  signal: AbortSignal
}

// Longer, and the arrow would come too late anyway.
const STEP_TIMEOUT_MS = 1500

/** The strokes of a live challenge after its first one. */
export function createLiveAnswer({ id, strokeCount, client, times, signal }: Told): LiveAnswer {
  let chain = beginCommitments(id)
  let seen: 'camera' | 'frames' | null = null
  const committed: Counts[] = []
  // What a camera gives is decided once: a stream that was committed cannot be left out later.
  const wire = ({ imu, camera = [], frames = [] }: Recorded): WireCapture => {
    seen ??= camera.length > 0 ? 'camera' : frames.length > 0 ? 'frames' : null
    return wireCapture({ imu, ...(seen === 'camera' && { camera }), ...(seen === 'frames' && { frames }) })
  }
  return {
    strokeCount,
    committed,
    chain: () => chain,
    wire,
    commit: async (recorded, elapsedMs) => {
      const streams = readStreams(wire(recorded))
      chain = extendCommitments(chain, cutPart(streams, committed.at(-1) ?? { imu: 0, camera: 0, pose: 0 }))
      committed.push({ imu: streams.imu.length, camera: streams.camera.length, pose: streams.pose.length })
      const options = { signal, retries: 0, timeoutMs: STEP_TIMEOUT_MS }
      const beganMs = times.now()
      const step = client.advanceChallenge({ id, commitment: chain, elapsed_ms: elapsedMs }, options)
      const { action } = await asServiceFailure(step).catch((failure) => {
        // Nobody's network is slow because they pressed stop.
        if (isOfNetwork(failure) && !signal.aborted) times.add(Infinity)
        return interrupt(failure)
      })
      times.add(times.now() - beganMs)
      return action && readStroke(action)
    },
  }
}

function readStreams({ imu_sequence, camera_sequence = [], pose_sequence = [] }: WireCapture): CommittedPart {
  return { imu: imu_sequence.samples, camera: camera_sequence, pose: pose_sequence }
}

function cutPart({ imu, camera, pose }: CommittedPart, from: Counts): CommittedPart {
  const part = { imu: imu.slice(from.imu), camera: camera.slice(from.camera), pose: pose.slice(from.pose) }
  // As it will be sent: JSON writes a missing number as null.
  return JSON.parse(JSON.stringify(part)) as CommittedPart
}

function interrupt(failure: unknown): never {
  if (isOfNetwork(failure)) throw new LiveInterrupted((failure as Error).message, { cause: failure })
  throw failure
}

/** A step that did not come through, or not in time, is the network's fault; anything else is told as it is. */
function isOfNetwork(failure: unknown): boolean {
  const { kind, cause } = failure as ScanError
  return kind === 'service_unreachable' || (cause as { code?: unknown } | undefined)?.code === 'CHALLENGE_ENDED'
}

/** A stroke as the engine knows it. */
export function readStroke({
  direction,
  at_ms: atMs,
}: {
  direction: string
  at_ms: number
}): Challenge['strokes'][number] {
  const known = DIRECTIONS.find((one) => one === direction)
  if (known === undefined || !Number.isFinite(atMs))
    throw new ScanError('service_refused', 'the service sent no usable stroke')
  return { direction: known, atMs }
}
