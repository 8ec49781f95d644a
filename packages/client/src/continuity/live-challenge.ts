import type { AnswerOf, requestChallenge } from '@stillhere/contract'
import { type Challenge, challengeProblem, DIRECTIONS } from '@stillhere/engine'
import { beginCommitments, type CommittedPart, extendCommitments } from '@stillhere/receipt'
import { ScanError } from '../capture/scan-error.ts'
import { LiveInterrupted, type RecordedSamples, type StrokeSupply } from '../capture/stroke-exchange.ts'
import { runServiceCall, type VerificationClient, type WireCapture, toWireCapture } from './service-client.ts'

/** Identifies a challenge of the service in the answer to it. */
export type ChallengeReference = { challenge_id: string; challenge_token: string }

export type RequestedChallenge = {
  reference: ChallengeReference
  challenge: Challenge
  /** For enrollment and research: the rounds in order. An older service has only the challenge itself. */
  rounds: Challenge[]
  /** For enrollment: an optional extra round; null for an older service. */
  extraRound: Challenge | null
  /** The number of strokes of a live challenge, which contains only its first; null otherwise. */
  liveStrokes: number | null
  /** Passkeys of the node that may sign the scan. */
  credentialIds: string[]
  /** The statement for a passkey to sign, without the last commitment; null if no passkey may sign. */
  statement: NonNullable<AnswerOf<typeof requestChallenge>['statement']> | null
  /** When the service stops accepting the answer, in ms since 1970 on its own clock; null if it doesn't say. */
  expiresAtMs: number | null
}

type Round = Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

/** The requested challenge: its purpose, its node, and for `live` strokes the lowest acceptable level. */
export type ChallengeWish = {
  purpose: 'verify' | 'enroll' | 'research'
  email: string | undefined
  live?: { assurance: 1 | 2 | 3 }
  /** Audience and purpose of the receipt, which the service seals into the challenge. */
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

/**
 * Requests a challenge from the service, and converts its strokes to the engine's form. Rejects with a ScanError if the service refuses, can't be
 * reached, or sends an unusable challenge.
 */
export async function createServiceChallenge(
  client: Pick<VerificationClient, 'requestChallenge'>,
  { purpose, email, live, binding }: ChallengeWish,
  signal: AbortSignal,
): Promise<RequestedChallenge> {
  const pace = live && { pace: 'live' as const, ...(live.assurance > 1 && { assurance: live.assurance }) }
  const wanted = { purpose, ...(email !== undefined && { email }), ...pace, ...binding }
  const answer = await runServiceCall(client.requestChallenge(wanted, { signal }))
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

/**
 * Computes for how many ms from now the service accepts the answer to a challenge. `wallMs` is the time of this device's clock. Returns the usual 60
 * seconds if the service names no expiry or this clock seems wrong.
 */
export function computeLifeMs({ expiresAtMs }: Pick<RequestedChallenge, 'expiresAtMs'>, wallMs: number): number {
  const lifeMs = (expiresAtMs ?? Number.NaN) - wallMs
  return lifeMs > 0 && lifeMs <= LONGEST_LIFE_MS ? lifeMs : USUAL_LIFE_MS
}

/** Reads a challenge that may contain only its first stroke. */
function readBeginning({ actions, duration_ms: durationMs }: Round): Challenge {
  return { version: 1, strokes: actions.map(readStroke), durationMs }
}

type Counts = { imu: number; camera: number; pose: number }

/** The supply of a live challenge's strokes, with the commitments to the samples that the request to verify must contain. */
export type LiveAnswer = StrokeSupply & {
  /** The number of samples of each stream committed by the end of each step. */
  committed: readonly Counts[]
  /** The last commitment. */
  chain: () => string
  /** All committed samples, in the form of the request to verify. */
  wire: (recorded: RecordedSamples) => WireCapture
}

type LiveAnswerInput = {
  id: string
  strokeCount: number
  client: Pick<VerificationClient, 'advanceChallenge'>
  /** Records how long each step took. */
  times: { now: () => number; add: (ms: number) => void }
  signal: AbortSignal
}

// After this the arrow would be too late anyway.
const STEP_TIMEOUT_MS = 1500

/**
 * Creates the supply of strokes of a live scan: each `commit` sends the service a commitment to the samples so far and resolves to the next stroke,
 * or to null after the last. Keeps the sample counts of all commitments, which the request to verify contains. `commit` rejects with LiveInterrupted
 * if the network fails or is too slow.
 */
export function createLiveAnswer({ id, strokeCount, client, times, signal }: LiveAnswerInput): LiveAnswer {
  let chain = beginCommitments(id)
  let seen: 'camera' | 'frames' | null = null
  const committed: Counts[] = []
  // The camera stream is chosen once, because a committed stream can't be left out later.
  const wire = ({ imu, camera = [], frames = [] }: RecordedSamples): WireCapture => {
    seen ??= camera.length > 0 ? 'camera' : frames.length > 0 ? 'frames' : null
    return toWireCapture({ imu, ...(seen === 'camera' && { camera }), ...(seen === 'frames' && { frames }) })
  }
  return {
    strokeCount,
    committed,
    chain: () => chain,
    wire,
    commit: async (recorded, elapsedMs) => {
      const streams = readStreams(wire(recorded))
      chain = extendCommitments(chain, selectUncommitted(streams, committed.at(-1) ?? { imu: 0, camera: 0, pose: 0 }))
      committed.push({ imu: streams.imu.length, camera: streams.camera.length, pose: streams.pose.length })
      const options = { signal, retries: 0, timeoutMs: STEP_TIMEOUT_MS }
      const beganMs = times.now()
      const step = client.advanceChallenge({ id, commitment: chain, elapsed_ms: elapsedMs }, options)
      const { action } = await runServiceCall(step).catch((failure) => {
        // A scan that the person stopped says nothing about the network.
        if (isOfNetwork(failure) && !signal.aborted) times.add(Infinity)
        return toInterruption(failure)
      })
      times.add(times.now() - beganMs)
      return action && readStroke(action)
    },
  }
}

function readStreams({ imu_sequence, camera_sequence = [], pose_sequence = [] }: WireCapture): CommittedPart {
  return { imu: imu_sequence.samples, camera: camera_sequence, pose: pose_sequence }
}

function selectUncommitted({ imu, camera, pose }: CommittedPart, from: Counts): CommittedPart {
  const part = { imu: imu.slice(from.imu), camera: camera.slice(from.camera), pose: pose.slice(from.pose) }
  // In the form in which it is sent: JSON writes a missing number as null.
  return JSON.parse(JSON.stringify(part)) as CommittedPart
}

function toInterruption(failure: unknown): never {
  if (isOfNetwork(failure)) throw new LiveInterrupted((failure as Error).message, { cause: failure })
  throw failure
}

/** Returns true if a step failed because of the network or came too late. */
function isOfNetwork(failure: unknown): boolean {
  const { kind, cause } = failure as ScanError
  return kind === 'service_unreachable' || (cause as { code?: unknown } | undefined)?.code === 'CHALLENGE_ENDED'
}

/** Converts a stroke of the service to the engine's form; throws a ScanError if it's malformed. */
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
