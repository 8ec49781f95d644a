import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { RawConnection } from '../world/connection.ts'
import { findFreePorts, makeFolder, startProgram } from '../world/processes.ts'
import { writeRequest } from '../world/requests.ts'
import type { RunningService } from '../world/service.ts'

const FILE = join(import.meta.dirname, '..', '..', 'deploy', 'haproxy.cfg')
const LOOK_MS = 50

export type Proxy = { port: number; pid: number; stop: () => Promise<void> }

/** Starts HAProxy in front of a service as deploy/haproxy.cfg has it, but for addresses and TLS. */
export async function startHaproxy(service: RunningService): Promise<Proxy> {
  if (spawnSync('haproxy', ['-v']).status !== 0)
    throw new Error('HAProxy is not installed: apt-get install --no-install-recommends haproxy')
  const [port = 0] = await findFreePorts(1)
  const path = join(makeFolder(), 'haproxy.cfg')
  writeFileSync(path, replaceAddresses(readFileSync(FILE, 'utf8'), port, service.port))
  const { pid, end } = startProgram(['haproxy', '-db', '-f', path], { isApart: true })
  while (!(await isOpen(port))) await delay(LOOK_MS)
  return { port, pid, stop: () => end() }
}

function replaceAddresses(text: string, port: number, servicePort: number): string {
  return text
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${servicePort}`)
}

async function isOpen(port: number): Promise<boolean> {
  const connection = new RawConnection(port)
  const { status } = await connection.ask(writeRequest({ method: 'GET', path: '/livez' }))
  connection.close()
  return status === 200
}
