import { type Answer, readField } from './connection.ts'

/** What came back in all: how often which status, how many refusals said when to come back, and how long answers took. */
export type Summary = {
  statuses: Record<string, number>
  /** Answers 429 and 503 without Retry-After. */
  silentRefusals: number
  accepted: number
  /** Of these, answers within a second: a caller who has left isn't served. */
  inTime: number
  acceptedMs: Quantiles
  refusedMs: Quantiles
  seconds: number
}

export type Quantiles = { p50: number; p99: number; max: number }

export type Tally = { add: (answer: Answer, ms: number) => void; summarize: (seconds: number) => Summary }

const IN_TIME_MS = 1000

/** Counts answers. */
export function createTally(): Tally {
  const statuses: Record<string, number> = {}
  const acceptedMs: number[] = []
  const refusedMs: number[] = []
  let silentRefusals = 0
  return {
    add: (answer, ms) => {
      const { status } = answer
      statuses[status] = (statuses[status] ?? 0) + 1
      const isRefusal = status === 429 || status === 503
      if (isRefusal && readField(answer, 'retry-after') === undefined) silentRefusals++
      if (isAccepted(status)) acceptedMs.push(ms)
      else if (isRefusal) refusedMs.push(ms)
    },
    summarize: (seconds) => ({
      statuses,
      silentRefusals,
      accepted: acceptedMs.length,
      inTime: acceptedMs.filter((ms) => ms <= IN_TIME_MS).length,
      acceptedMs: quantilesOf(acceptedMs),
      refusedMs: quantilesOf(refusedMs),
      seconds,
    }),
  }
}

/** Whether the service did what it was asked to; a 404 of a look-up is such an answer, too. */
function isAccepted(status: number): boolean {
  return (status >= 200 && status < 400) || status === 404
}

/** The median, the 99th percentile and the largest; 0 where there is nothing. */
function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** "12 × 200, 3 × 503". */
export function writeStatuses(statuses: Record<string, number>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count.toLocaleString('en-US')} × ${status === '0' ? 'cut' : status}`)
    .join(', ')
}

/** The median and the 99th percentile. */
export function writeTimes({ p50, p99 }: Quantiles): string {
  return `${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`
}

/** Whether every answer that was no success is a refusal that says when to come back. */
export function refusesClearly({ statuses, silentRefusals }: Pick<Summary, 'statuses' | 'silentRefusals'>): boolean {
  return silentRefusals === 0 && Object.keys(statuses).every((status) => /^(?:2..|404|429|503)$/.test(status))
}
