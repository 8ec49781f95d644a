import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { POSTGRES_FOLDER, queryAt } from '../world/postgres.ts'
import { findFreePorts, type Program } from '../world/processes.ts'
import { startInFolder } from './programs.ts'

const LOOK_AGAIN_MS = 100
const PATIENCE_MS = 180_000
/** The password of every user of the cluster, which isn't reachable from outside. */
export const PASSWORD = 'stillhere'

/** One PostgreSQL and the Patroni that watches it. */
type Member = {
  name: string
  apiPort: number
  port: number
  folder: string
  patroni: Program
}

export type Cluster = {
  members: readonly Member[]
  /** The address of a member's PostgreSQL. */
  urlOf: (member: Member, database?: string) => string
  /** Returns the member that accepts writes, according to Patroni. */
  leader: () => Promise<Member>
  /** Waits until all three run, and one of the followers has every acknowledged write. */
  settle: () => Promise<void>
  switchOver: () => Promise<void>
  /** Kills PostgreSQL and Patroni of a member at once, as a power cut would. */
  killMember: (member: Member) => Promise<void>
  killPostgres: (member: Member) => void
  startMember: (member: Member) => void
  stop: () => Promise<void>
}

/** Starts etcd and three Patronis, and an empty database called stillhere. */
export async function startCluster(folder: string): Promise<Cluster> {
  const [etcdPort = 0, peerPort = 0, ...ports] = await findFreePorts(8)
  const etcd = startInFolder(
    [
      'etcd',
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
      `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    ],
    folder,
    'etcd.log',
  )
  const members = [1, 2, 3].map((number): Member => {
    const [port = 0, apiPort = 0] = ports.slice(2 * (number - 1))
    const place = { name: `node${number}`, port, apiPort, folder }
    writeFileSync(join(folder, `${place.name}.yml`), writePatroni(place, etcdPort))
    return { ...place, patroni: startPatroni(place) }
  })
  const cluster = makeCluster(members, etcd)
  await cluster.settle()
  await createDatabase(cluster)
  return cluster
}

type Place = Pick<Member, 'name' | 'port' | 'apiPort' | 'folder'>

function startPatroni({ name, folder }: Place): Program {
  return startInFolder(['patroni', join(folder, `${name}.yml`)], folder, `${name}.log`)
}

function makeCluster(members: Member[], etcd: Program): Cluster {
  const leader = async () => waitFor(() => findLeader(members), 'a leader')
  return {
    members,
    urlOf: ({ port }, database = 'stillhere') => `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`,
    leader,
    settle: async () =>
      void (await waitFor(async () => ((await isSettled(members)) ? true : undefined), 'three members')),
    switchOver: async () => switchOver(await leader()),
    killMember: (member) => killMember(member),
    killPostgres: (member) => process.kill(postmasterOf(member), 'SIGKILL'),
    startMember: (member) => void (member.patroni = startPatroni(member)),
    stop: async () => {
      await Promise.all(members.map(({ patroni }) => patroni.end('SIGTERM')))
      await etcd.end('SIGTERM')
    },
  }
}

async function waitFor<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > until) throw new Error(`there is no sign of ${what}`)
    await delay(LOOK_AGAIN_MS)
  }
}

async function findLeader(members: readonly Member[]): Promise<Member | undefined> {
  const answers = await Promise.all(members.map((member) => ask(member, '/primary')))
  return members.find((_, index) => answers[index]?.status === 200)
}

type Seen = { members: { name: string; role: string; state: string }[] }

async function isSettled(members: readonly Member[]): Promise<boolean> {
  const leader = await findLeader(members)
  const answer = leader && (await ask(leader, '/cluster'))
  if (!answer) return false
  const seen = ((await answer.json()) as Seen).members
  const running = seen.filter(({ state }) => state === 'running' || state === 'streaming')
  return running.length === members.length && running.some(({ role }) => role === 'sync_standby')
}

async function switchOver(leader: Member): Promise<void> {
  const body = JSON.stringify({ leader: leader.name })
  const answer = await ask(leader, '/switchover', { method: 'POST', body })
  if (answer?.status !== 200) throw new Error(`Patroni refuses to switch over: ${await answer?.text()}`)
}

async function ask({ apiPort }: Member, path: string, more: RequestInit = {}): Promise<Response | undefined> {
  return fetch(`http://127.0.0.1:${apiPort}${path}`, more).catch(() => undefined)
}

async function killMember(member: Member): Promise<void> {
  const postmaster = postmasterOf(member)
  const killed = member.patroni.end('SIGKILL')
  // PostgreSQL has a group of processes of its own, which outlives Patroni's.
  process.kill(postmaster, 'SIGKILL')
  await killed
}

function postmasterOf({ folder, name }: Member): number {
  return Number(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function createDatabase(cluster: Cluster): Promise<void> {
  await queryAt(cluster.urlOf(await cluster.leader(), 'postgres'), 'CREATE DATABASE stillhere')
}

/** Synchronous mode: nothing is acknowledged that only the leader has. A dead leader is given up after 20 seconds, Patroni's least. */
function writePatroni({ name, port, apiPort, folder }: Place, etcdPort: number): string {
  return `scope: stillhere
name: ${name}
restapi: {listen: '127.0.0.1:${apiPort}', connect_address: '127.0.0.1:${apiPort}'}
etcd3: {hosts: '127.0.0.1:${etcdPort}'}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 4
    synchronous_mode: true
    primary_start_timeout: 0
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 200, wal_keep_size: 512MB, wal_log_hints: 'on'}
  initdb: [{encoding: UTF8}, data-checksums]
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${join(folder, name)}
  bin_dir: ${POSTGRES_FOLDER}
  pgpass: ${join(folder, `${name}.pgpass`)}
  authentication:
    superuser: {username: postgres, password: ${PASSWORD}}
    replication: {username: replicator, password: ${PASSWORD}}
  parameters: {unix_socket_directories: '${folder}'}
`
}
