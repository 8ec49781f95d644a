import type { AnswerOf, requestChallenge } from '@stillhere/contract'
import { type Challenge, challengeProblem } from '@stillhere/engine'
import { ScanError } from '../capture/scan-error.ts'
import { readStroke } from './live-challenge.ts'
import { asServiceFailure, type VerificationClient } from './service-client.ts'

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

function readRound(round: Round): Challenge {
  const challenge = readBeginning(round)
  const problem = challengeProblem(challenge)
  if (problem !== null) throw new ScanError('service_refused', `the service sent no usable challenge: ${problem}`)
  return challenge
}
