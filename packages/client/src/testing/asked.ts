import type { AnswerOf, requestChallenge } from '@stillhere/contract'
import type { Challenge } from '@stillhere/engine'

/** A challenge as the engine draws it, or as POST /api/challenge answers it. */
export type Asked = Challenge | ServiceChallenge

type ServiceChallenge = Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

/** Rounds as the engine draws them, or as POST /api/challenge answers one to enroll. */
export type AskedRounds = readonly Challenge[] | AnswerOf<typeof requestChallenge>

export function listRounds(asked: AskedRounds): readonly Asked[] {
  return 'actions' in asked ? (asked.rounds ?? [asked]) : asked
}

export function toChallenge(asked: Asked): Challenge {
  if ('strokes' in asked) return asked
  const strokes = asked.actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs }))
  return { version: 1, strokes, durationMs: asked.duration_ms }
}
