import { play, type Plan, type Planned, type Violation } from './play.ts'
import type { World } from './world.ts'

// What depends on which of two calls comes first does not fail every time.
const TRIES_AT_ONCE = 5

/** A shorter history that violates the model as well: rounds, single operations and passing time are left out as long as one is left. */
export async function shrink(world: World, violation: Violation): Promise<Violation> {
  let shortest = violation
  for (let size = shortest.rounds.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = shortest.rounds.length - size; from >= 0; from -= size)
      shortest = (await tryPlan(world, shortest, dropRounds(shortest.rounds, from, size))) ?? shortest
  }
  for (let at = shortest.rounds.length - 1; at >= 0; at--) {
    for (let nth = (shortest.rounds[at]?.operations.length ?? 0) - 1; nth >= 0; nth--)
      shortest = (await tryPlan(world, shortest, dropOperation(shortest.rounds, at, nth))) ?? shortest
    shortest = (await tryPlan(world, shortest, stopClock(shortest.rounds, at))) ?? shortest
  }
  return shortest
}

async function tryPlan(world: World, { area }: Violation, rounds: Planned[]): Promise<Violation | undefined> {
  const plan: Plan = { area, rounds }
  const isParallel = rounds.some(({ operations }) => operations.length > 1)
  for (let tries = 0; tries < (isParallel ? TRIES_AT_ONCE : 1); tries++) {
    const { violation } = await play(world, [plan])
    if (violation) return violation
  }
  return undefined
}

function dropRounds(rounds: readonly Planned[], from: number, size: number): Planned[] {
  const passedMs = rounds.slice(from, from + size).reduce((sum, { passMs }) => sum + passMs, 0)
  // The clock still has to get there; stopClock tries without.
  return rounds.flatMap((round, at) => {
    if (at >= from && at < from + size) return []
    return [at === from + size ? { ...round, passMs: round.passMs + passedMs } : round]
  })
}

function dropOperation(rounds: readonly Planned[], at: number, nth: number): Planned[] {
  return rounds.flatMap((round, index) => {
    if (index !== at) return [round]
    const operations = round.operations.filter((_, other) => other !== nth)
    return operations.length === 0 ? [] : [{ ...round, operations }]
  })
}

function stopClock(rounds: readonly Planned[], at: number): Planned[] {
  return rounds.map((round, index) => (index === at ? { ...round, passMs: 0 } : round))
}

/** A history in words, one line for each round, the last with what was to be expected. */
export function describeViolation({ area, rounds, answers, expected }: Violation): string {
  const lines = rounds.map(({ passMs, operations }, at) => {
    const done = operations.map(({ kind, n }, nth) => `${kind}(${n}) → ${answers[at]?.[nth]}`)
    return `  after ${passMs / 1000} s: ${done.join(' | ')}`
  })
  return [`${area.name}:`, ...lines, `  the model: ${expected.join(' | ')}`].join('\n')
}
