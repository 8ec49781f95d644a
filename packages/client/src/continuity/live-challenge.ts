import type { AnswerOf, requestChallenge } from '@stillhere/contract'
import { type Challenge, challengeProblem, DIRECTIONS } from '@stillhere/engine'
import { beginCommitments, type CommittedPart, extendCommitments } from '@stillhere/receipt'
import { ScanError } from '../capture/scan-error.ts'
import { LiveInterrupted, type Recorded, type StrokeTeller } from '../capture/stroke-exchange.ts'
import { asServiceFailure, type VerificationClient, type WireCapture, wireCapture } from './service-client.ts'

/** What a challenge of the service is answered under. */
export type ChallengeReference = { challenge_id: string; challenge_token: string }

export type RequestedChallenge = {
  reference: ChallengeReference
  challenge: Challenge
  /** To enroll and for research: what to make one after the other; only the challenge itself where the service is older. */
  rounds: Challenge[]
  /** To enroll: one more, for a person who agrees to it; null where the service is older. */
  extraRound: Challenge | null
  /** The first stroke alone is there, of so many. */
  liveStrokes: number | null
  /** Of the node, which may sign the scan. */
  credentialIds: string[]
  /** What one of them is to sign, but for the last commitment; null where none may. */
  statement: NonNullable<AnswerOf<typeof requestChallenge>['statement']> | null
  /** When the service stops taking the answer, in ms since 1970 on its own clock; null where it does not say. */
  expiresAtMs: number | null
}

type Round = Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

/** What the strokes are for, and of which node; `live` asks for one at a time, with at least this level. */
export type Wanted = {
  purpose: 'verify' | 'enroll' | 'research'
  email: string | undefined
  live?: { assurance: 1 | 2 | 3 }
  /** For whom and for what; the service seals it into the challenge. */
  binding?: Binding
}

export type Binding = {
  audience?: string
  action?: string
  nonce?: string
  check?: string
  check_token?: string
  approval?: string
  approval_digest?: string
}

/** Asks the service for strokes, in the form that the engine knows. */
export async function requestChallengeFor(
  client: Pick<VerificationClient, 'requestChallenge'>,
  { purpose, email, live, binding }: Wanted,
  signal: AbortSignal,
): Promise<RequestedChallenge> {
  const pace = live && { pace: 'live' as const, ...(live.assurance > 1 && { assurance: live.assurance }) }
  const wanted = { purpose, ...(email !== undefined && { email }), ...pace, ...binding }
  const answer = await asServiceFailure(client.requestChallenge(wanted, { signal }))
  const { challenge_id, challenge_token } = answer
  const liveStrokes = answer.pace === 'live' ? (answer.stroke_count ?? 0) : null
  const challenge = liveStrokes === null ? readRound(answer) : readBeginning(answer)
  const rounds = answer.rounds?.length ? answer.rounds.map(readRound) : [challenge]
  const extraRound = answer.extra_round ? readRound(answer.extra_round) : null
  const credentialIds = answer.passkeys?.credential_ids ?? []
  const reference = { challenge_id, challenge_token }
  const expiresAtMs = readTime(answer.expires_at)
  const statement = answer.statement ?? null
  return { reference, challenge, rounds, extraRound, liveStrokes, credentialIds, statement, expiresAtMs }
}

function readTime(text: string | undefined): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : ms
}

const USUAL_LIFE_MS = 60_000
const LONGEST_LIFE_MS = 150_000

/** How long the answer to a challenge is still taken, in ms, by this device's own clock where that can be right. */
export function computeLifeMs({ expiresAtMs }: Pick<RequestedChallenge, 'expiresAtMs'>, wallMs: number): number {
  const lifeMs = (expiresAtMs ?? Number.NaN) - wallMs
  return lifeMs > 0 && lifeMs <= LONGEST_LIFE_MS ? lifeMs : USUAL_LIFE_MS
}

/** A challenge of which only the first stroke is known. */
function readBeginning({ actions, duration_ms: durationMs }: Round): Challenge {
  return { version: 1, strokes: actions.map(readStroke), durationMs }
}

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
function readStroke({ direction, at_ms: atMs }: { direction: string; at_ms: number }): Challenge['strokes'][number] {
  const known = DIRECTIONS.find((one) => one === direction)
  if (known === undefined || !Number.isFinite(atMs))
    throw new ScanError('service_refused', 'the service sent no usable stroke')
  return { direction: known, atMs }
}

function readRound(round: Round): Challenge {
  const challenge = readBeginning(round)
  const problem = challengeProblem(challenge)
  if (problem !== null) throw new ScanError('service_refused', `the service sent no usable challenge: ${problem}`)
  return challenge
}
