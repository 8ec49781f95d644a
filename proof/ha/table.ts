import type { Load } from '../world/load.ts'
import { type Failover, PHASES, type Way } from './failovers.ts'

/** The time that a service may be without writes longer than the database. */
const ALLOWED_MS = 2000

export type Measured = {
  failovers: readonly Failover[]
  loads: Record<string, Load>
  lost: readonly string[]
  /** Load of the machine for each core. */
  busy: number
}

/** The page docs/internals/measurements/ha.md. */
export function writeTable({ failovers, loads, lost, busy }: Measured): string {
  const names = Object.keys(loads)
  const ways = [...new Set(failovers.map(({ way }) => way))]
  const acknowledged = Object.values(loads).reduce((sum, load) => sum + load.count(), 0)
  return `# Failovers of the database

Written by \`npm run ha\`; do not edit. Patroni × 3 in synchronous mode with etcd; one service behind PgBouncer (transaction mode) and
HAProxy (“pooler”), one that knows all three hosts (“hosts”); both declare agents continuously. Seconds are the median and the longest.
The database counts as back when a node accepts a write from a client that tries all of them continuously. Load of the machine at the end: ${busy.toFixed(1)} for each core.

| how the leader was lost | times | database away | ${names.map((name) => `no write by ${name}`).join(' | ')} | longer than the database by over 2 s |
|---|---|---|${names.map(() => '---|').join('')}---|
${ways.map((way) => writeRow(way, failovers, names)).join('\n')}

In each phase of each failover one more process is started, with the settings of each service in turn. A start waits a minute for a host
that accepts writes.

| phase | starts | failed starts |
|---|---|---|
${PHASES.map((phase) => `| ${phase} | ${failovers.length} | ${failovers.filter(({ failedStarts }) => failedStarts.includes(phase)).length} |`).join('\n')}

${acknowledged.toLocaleString('en')} writes acknowledged, **${lost.length} lost**; ${writeRefused(loads)}. No process was restarted by hand.
`
}

function writeRow(way: Way, failovers: readonly Failover[], names: readonly string[]): string {
  const own = failovers.filter((one) => one.way === way)
  const late = own.filter(({ databaseMs, pauseMs }) =>
    Object.values(pauseMs).some((ms) => ms > databaseMs + ALLOWED_MS),
  )
  const pauses = names.map((name) => inSeconds(own.map(({ pauseMs }) => pauseMs[name] ?? 0)))
  return `| ${[way, own.length, inSeconds(own.map(({ databaseMs }) => databaseMs)), ...pauses, late.length].join(' | ')} |`
}

function writeRefused(loads: Record<string, Load>): string {
  return Object.entries(loads)
    .map(([name, load]) => `${name}: ${load.refused().toLocaleString('en')} calls refused or unanswered meanwhile`)
    .join('; ')
}

function inSeconds(times: readonly number[]): string {
  const inOrder = times.toSorted((one, other) => one - other)
  const seconds = [inOrder[Math.floor(inOrder.length / 2)], inOrder.at(-1)]
  return seconds.map((ms = 0) => (ms / 1000).toFixed(1)).join(' / ')
}
