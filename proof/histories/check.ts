import type { LastStep, Moment, Operation, Subject } from './area.ts'

/** What was done at once, and what was answered. */
export type Round = { operations: readonly Operation[]; answers: readonly string[]; now: number }

/**
 * The states that a subject may be in after a round: those of every order of its operations in which the model gives the answers that
 * were observed. None: the answers fit no order, and the service has broken its word.
 */
export function explain(subject: Subject<unknown>, before: readonly unknown[], round: Round): unknown[] {
  const after = new Map<string, unknown>()
  for (const state of before) follow(subject, { state, round, left: round.operations.map((_, at) => ({ at })) }, after)
  return [...after.values()]
}

/** An operation that has not begun, or is between its two transactions. */
type Pending = { at: number; last?: LastStep<unknown> }
type Way = { state: unknown; round: Round; left: readonly Pending[] }

function follow(subject: Subject<unknown>, { state, round, left }: Way, after: Map<string, unknown>): void {
  if (left.length === 0) return void after.set(JSON.stringify(state), state)
  for (const pending of left) {
    const next = structuredClone(state)
    const moment = findMoment(round, pending.at)
    const { at, last } = pending
    const answer = last ? last(next, moment) : subject.step(next, round.operations[at] as Operation, moment)
    if (typeof answer === 'string' && answer !== moment.observed) continue
    const others = left.filter((other) => other !== pending)
    follow(
      subject,
      { state: next, round, left: typeof answer === 'string' ? others : [...others, { at, last: answer }] },
      after,
    )
  }
}

function findMoment({ answers, now }: Round, at: number): Moment {
  return { now, observed: answers[at] ?? '' }
}

/** What the model would have answered, one after the other in the order of the list: for the report of a violation. */
export function predict(subject: Subject<unknown>, [state]: readonly unknown[], round: Round): string[] {
  const next = structuredClone(state)
  return round.operations.map((operation, at) => {
    const moment = findMoment(round, at)
    const answer = subject.step(next, operation, moment)
    return typeof answer === 'string' ? answer : answer(next, moment)
  })
}
