import type { Operation, Subject } from './area.ts'

/** What was done at once, and what was answered. */
export type Round = { operations: readonly Operation[]; answers: readonly string[]; now: number }

/**
 * The states that a subject may be in after a round: those of every order of its operations in which the model gives the answers that
 * were observed. None: the answers fit no order, and the service has broken its word.
 */
export function explain(subject: Subject<unknown>, before: readonly unknown[], round: Round): unknown[] {
  const after = new Map<string, unknown>()
  for (const state of before) follow(subject, { state, round, left: round.operations.map((_, at) => at) }, after)
  return [...after.values()]
}

type Way = { state: unknown; round: Round; left: readonly number[] }

function follow(subject: Subject<unknown>, { state, round, left }: Way, after: Map<string, unknown>): void {
  if (left.length === 0) return void after.set(JSON.stringify(state), state)
  for (const at of left) {
    const next = structuredClone(state)
    const [operation, observed = ''] = [round.operations[at] as Operation, round.answers[at]]
    if (subject.step(next, operation, { now: round.now, observed }) !== observed) continue
    follow(subject, { state: next, round, left: left.filter((other) => other !== at) }, after)
  }
}

/** What the model would have answered, one after the other in the order of the list: for the report of a violation. */
export function predict(subject: Subject<unknown>, [state]: readonly unknown[], round: Round): string[] {
  const next = structuredClone(state)
  return round.operations.map((operation, at) =>
    subject.step(next, operation, { now: round.now, observed: round.answers[at] ?? '' }),
  )
}
