import { appendFileSync } from 'node:fs'

/** What a benchmark is held to, and what it saw. Without `holds` it is only reported. */
export type Goal = {
  what: string
  goal: string
  seen: string
  holds?: boolean
  /** Why it misses, where it does, or is as it is where there is no goal. */
  reason?: string
}

/** Prints goals, and hands them to `npm run bench -- --write`, which asked for them by a file. */
export function reportGoals(goals: readonly Goal[]): void {
  const file = process.env.BENCH_GOALS
  for (const one of goals) {
    console.log(`${verdictOf(one)}: ${one.what}: ${one.seen}${one.goal === '' ? '' : `, goal ${one.goal}`}`)
    if (file) appendFileSync(file, `${JSON.stringify(one)}\n`)
  }
}

/** In one word how a goal stands. */
export function verdictOf({ holds }: Goal): 'holds' | 'misses' | 'reported' {
  return holds === undefined ? 'reported' : holds ? 'holds' : 'misses'
}

/** A ratio without a goal. */
export function reportRatio(what: string, seen: number): Goal {
  return { what, goal: '', seen: seen.toFixed(2) }
}

/** A goal of a ratio that is to be at least so much. */
export function atLeast(what: string, seen: number, goal: number, reason?: string): Goal {
  return { what, goal: `≥ ${goal}`, seen: seen.toFixed(2), holds: seen >= goal, ...(reason && { reason }) }
}

/** A goal of a figure with its unit that is to be at most so much. */
export function atMost(what: string, seen: number, goal: { most: number; unit: string }, reason?: string): Goal {
  const { most, unit } = goal
  const digits = seen < 10 ? 2 : 1
  return {
    what,
    goal: `≤ ${most} ${unit}`.trim(),
    seen: `${seen.toFixed(digits)} ${unit}`.trim(),
    holds: seen <= most,
    ...(reason && { reason }),
  }
}
