import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { DatabaseProblem } from '../operator-problem.ts'
import type { Binaries } from './binaries.ts'
import type { Places } from './paths.ts'

/** Under which user a program runs: `prefix` is a command in front of it. */
export type Identity = { prefix: readonly string[]; uid?: number; gid?: number }

/** Who the cluster belongs to, who serves it, and who makes it. */
export type Identities = { owner: { uid: number; gid: number }; server: Identity; initdb: Identity }

// Not in any user list, so nobody else runs under it; below 65536, since containers seldom map more.
const SERVER_ID = 61_042

/** PostgreSQL refuses to run as root; there it gets a user of its own, or a user namespace where that one cannot enter. */
export function chooseIdentities(places: Places, binaries: Binaries, env: NodeJS.ProcessEnv): Identities {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const candidates = self.uid === 0 ? [dropRoot(), useNamespace(self)] : [useNamedUser(self), useNamespace(self)]
  const usable = candidates.find((one) => one !== undefined && canRun(one, [places.dataDir, binaries.postgres], env))
  if (usable !== undefined) return usable
  throw self.uid === 0 ? rootRefused(places, binaries) : cannotRun(binaries)
}

// initdb looks its user up by number, so it runs as nobody, which every system lists; the server looks nothing up.
function dropRoot(): Identities | undefined {
  const nobody = readNobody()
  if (nobody === undefined) return undefined
  const ids = { uid: SERVER_ID, gid: SERVER_ID }
  return { owner: ids, server: { prefix: [], ...ids }, initdb: { prefix: [], ...nobody } }
}

function useNamedUser(owner: { uid: number; gid: number }): Identities | undefined {
  return hasName() ? { owner, server: { prefix: [] }, initdb: { prefix: [] } } : undefined
}

// Inside, the process bears another number; to the files outside it is still who started it.
function useNamespace(owner: { uid: number; gid: number }): Identities | undefined {
  const nobody = readNobody()
  if (nobody === undefined || process.platform !== 'linux') return undefined
  const identity = { prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, '--'] }
  return { owner, server: identity, initdb: identity }
}

function canRun({ server }: Identities, [folder, program]: [string, string], env: NodeJS.ProcessEnv): boolean {
  const { prefix, ...ids } = server
  const test = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'test', folder, program]
  const [command, ...args] = [...prefix, ...test] as [string, ...string[]]
  return spawnSync(command, args, { ...ids, env, stdio: 'ignore' }).status === 0
}

function readNobody(): { uid: number; gid: number } | undefined {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

// A container may run under any number; userInfo throws for one that the user list lacks.
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function rootRefused({ dataDir }: Places, { postgres }: Binaries): DatabaseProblem {
  return new DatabaseProblem(
    'PostgreSQL does not run as root, and an unprivileged user cannot enter {dataDir} or run {postgres}: start as a normal user, or allow others to pass the folders above both (chmod o+x)',
    { dataDir, postgres },
  )
}

function cannotRun({ postgres }: Binaries): DatabaseProblem {
  return new DatabaseProblem('the embedded PostgreSQL cannot run here ({postgres} --version fails): set DATABASE_URL', {
    postgres,
  })
}
