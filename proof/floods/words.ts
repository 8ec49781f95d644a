import type { Quantiles, Summary } from './tally.ts'

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
