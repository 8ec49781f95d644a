import type { AnswerOf, requestChallenge } from '@stillhere/contract'
import type { Challenge } from '@stillhere/engine'

/** A challenge as the engine draws it, or as POST /api/challenge answers it. */
export type Asked = Challenge | ServiceChallenge

type ServiceChallenge = Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

export function toChallenge(asked: Asked): Challenge {
  if ('strokes' in asked) return asked
  const strokes = asked.actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs }))
  return { version: 1, strokes, durationMs: asked.duration_ms }
}
