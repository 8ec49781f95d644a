import type { Answer, Call, World } from './world.ts'

/** One operation of a history. What `n` picks is for its area to say, so that a shorter history still means something. */
export type Operation = { kind: string; n: number }

/** What a subject is made of: names and addresses that no other subject has. */
export type Lane = { name: string; address: string; elsewhere: string }

/**
 * Something with limits of its own (a node, an invite, a check), and a model of it. `run` does an operation and puts the answer into
 * words; `step` changes the state as the operation must, and returns the words that the answer must have. If the service works in two
 * transactions, it returns the step of the second one: operations of others may come between the two.
 */
export type Subject<State> = {
  state: State
  run: (operation: Operation, call: Call) => Promise<string>
  step: (state: State, operation: Operation, at: Moment) => string | LastStep<State>
}

export type LastStep<State> = (state: State, at: Moment) => string

/** The time of an operation, and, where the service is free to choose, what it answered. */
export type Moment = { now: number; observed: string }

export type Area = {
  name: string
  /** Kinds of operations that may run at once. */
  groups: readonly (readonly string[])[]
  /** Kinds that run alone, because the results of two at once couldn't be distinguished. */
  alone?: readonly string[]
  open: (world: World, lane: Lane) => Promise<Subject<unknown>>
}

/** Keeps the type of the state inside an area. */
export function subject<State>(one: Subject<State>): Subject<unknown> {
  return one as Subject<unknown>
}

/** The words for an answer: its status, its problem code if it has one, and the values given. */
export function say({ status, body }: Answer, ...values: unknown[]): string {
  const parts = body.error === undefined ? values : [body.error]
  return [status, ...parts].join(' ')
}

/** Spends one of an exact log, as a limit of `count` in any stretch of so many seconds does. */
export function spend(
  log: number[],
  now: number,
  { count, perSeconds }: { count: number; perSeconds: number },
): boolean {
  const recent = log.filter((hit) => hit > now - perSeconds * 1000)
  if (recent.length >= count) return false
  log.splice(0, log.length, ...recent, now)
  return true
}

export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
