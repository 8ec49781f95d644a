import type { AnswerOf, requestChallenge } from '@stillhere/contract'
import { type Challenge, challengeProblem } from '@stillhere/engine'
import { ScanError } from '../capture/scan-error.ts'
import { asServiceFailure, type VerificationClient } from './service-client.ts'

/** What a challenge of the service is answered under. */
export type ChallengeReference = { challenge_id: string; challenge_token: string }

export type RequestedChallenge = {
  reference: ChallengeReference
  challenge: Challenge
  /** To enroll and for research: what to make one after the other; only the challenge itself where the service is older. */
  rounds: Challenge[]
  /** To enroll: the node enrolled before, and must show a fresh code or a verification. */
  needsCode: boolean
}

type Round = Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

/** What the strokes are for, and of which node. */
export type Wanted = { purpose: 'verify' | 'enroll' | 'research'; email: string | undefined }

/** Asks the service for strokes, in the form that the engine knows. */
export async function requestChallengeFor(
  client: Pick<VerificationClient, 'requestChallenge'>,
  { purpose, email }: Wanted,
  signal: AbortSignal,
): Promise<RequestedChallenge> {
  const wanted = { purpose, ...(email !== undefined && { email }) }
  const answer = await asServiceFailure(client.requestChallenge(wanted, { signal }))
  const { challenge_id, challenge_token } = answer
  const challenge = readRound(answer)
  const rounds = answer.rounds?.length ? answer.rounds.map(readRound) : [challenge]
  const needsCode = answer.fresh_code_required === true
  return { reference: { challenge_id, challenge_token }, challenge, rounds, needsCode }
}

function readRound({ actions, duration_ms: durationMs }: Round): Challenge {
  const strokes = actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs }))
  const challenge: Challenge = { version: 1, strokes, durationMs }
  const problem = challengeProblem(challenge)
  if (problem !== null) throw new ScanError('service_refused', `the service sent no usable challenge: ${problem}`)
  return challenge
}
