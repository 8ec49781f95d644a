import { setTimeout as delay } from 'node:timers/promises'
import type { Load } from '../world/load.ts'
import { queryAt } from '../world/postgres.ts'
import type { RunningService } from '../world/service.ts'
import type { Cluster } from './cluster.ts'

const LOOK_AGAIN_MS = 20
const WRITES_AFTER = 40

/** The ways a leader is lost, in turn. */
const WAYS = ['switchover', 'kill -9 of PostgreSQL', 'kill -9 of the whole node'] as const
export type Way = (typeof WAYS)[number]

/** When a process is started: no leader, another member leads, the lost member follows. */
export const PHASES = ['no leader', 'a new leader', 'all three back'] as const
type Phase = (typeof PHASES)[number]

/** A service under load, and how to start one more process with its settings. */
export type LoadedService = { load: Load; server: RunningService; start: () => Promise<RunningService> }

export type Failover = {
  way: Way
  /** The phases in which a process that was started did not get as far as listening. */
  failedStarts: Phase[]
  /** Until another node accepted a write from a client that tries all of them continuously. */
  databaseMs: number
  /** The longest time in which a service acknowledged no write, by its name. */
  pauseMs: Record<string, number>
}

/**
 * Takes the leader away, waits until writes are acknowledged again by every service, and mends what was broken. In each phase one more
 * process is started, by the settings of one service after the other.
 */
export async function failOver(
  cluster: Cluster,
  services: Record<string, LoadedService>,
  round: number,
): Promise<Failover> {
  const way = WAYS[round % WAYS.length] ?? 'switchover'
  const loads = Object.entries(services).map(([name, { load }]) => ({ name, load }))
  const { start } = Object.values(services)[round % loads.length] ?? {}
  const failedStarts: Phase[] = []
  const tryStart = async (phase: Phase) => {
    if (!(await canStart(start))) failedStarts.push(phase)
  }
  const leader = await cluster.leader()
  for (const { load } of loads) load.longestPause()
  const began = performance.now()
  await breakLeader(cluster, way)
  const starting = tryStart('no leader')
  await waitForWrite(cluster, leader.name)
  const databaseMs = performance.now() - began
  await Promise.all(loads.map(({ load }) => load.reach(load.count() + WRITES_AFTER)))
  const pauseMs = Object.fromEntries(loads.map(({ name, load }) => [name, load.longestPause()]))
  await starting
  await tryStart('a new leader')
  if (way === 'kill -9 of the whole node') cluster.startMember(leader)
  await cluster.settle()
  await tryStart('all three back')
  return { way, failedStarts, databaseMs, pauseMs }
}

async function canStart(start?: () => Promise<RunningService>): Promise<boolean> {
  const server = await start?.().catch(() => undefined)
  await server?.stop()
  return server !== undefined
}

async function breakLeader(cluster: Cluster, way: Way): Promise<void> {
  const leader = await cluster.leader()
  if (way === 'switchover') await cluster.switchOver()
  else if (way === 'kill -9 of PostgreSQL') cluster.killPostgres(leader)
  else await cluster.killMember(leader)
}

/** Asks every other node without pause to take a write. */
async function waitForWrite(cluster: Cluster, former: string): Promise<void> {
  const others = cluster.members.filter(({ name }) => name !== former)
  const isOver = new AbortController()
  await Promise.race(others.map((member) => takeWrite(cluster.urlOf(member), isOver.signal)))
  isOver.abort()
}

async function takeWrite(url: string, isOver: AbortSignal): Promise<void> {
  while (!isOver.aborted) {
    const isTaken = await queryAt(url, 'INSERT INTO ha_probe DEFAULT VALUES').then(
      () => true,
      () => false,
    )
    if (isTaken) return
    await delay(LOOK_AGAIN_MS)
  }
}
