import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePorts, type Program } from '../world/processes.ts'
import { type Cluster, PASSWORD } from './cluster.ts'
import { startInFolder } from './programs.ts'

export type Proxies = { url: string; stop: () => Promise<void> }

/** Starts a PgBouncer in transaction mode whose connections an HAProxy routes to the current leader. */
export async function startProxies(cluster: Cluster, folder: string): Promise<Proxies> {
  const [haproxyPort = 0, bouncerPort = 0] = await findFreePorts(2)
  const programs: Program[] = [
    start(['haproxy', '-db', '-f'], { folder, file: 'haproxy.cfg', text: writeHaproxy(cluster, haproxyPort) }),
    start(['pgbouncer'], { folder, file: 'pgbouncer.ini', text: writePgBouncer(bouncerPort, haproxyPort) }),
  ]
  return {
    url: `postgresql://postgres@127.0.0.1:${bouncerPort}/stillhere`,
    stop: async () => {
      for (const program of programs.toReversed()) await program.end()
    },
  }
}

type Given = { folder: string; file: string; text: string }

function start(command: string[], { folder, file, text }: Given): Program {
  const path = join(folder, file)
  writeFileSync(path, text)
  chmodSync(path, 0o644)
  return startInFolder([...command, path], folder, `${file}.log`)
}

function writeHaproxy({ members }: Cluster, port: number): string {
  const servers = members.map(
    ({ name, port: own, apiPort }) => `  server ${name} 127.0.0.1:${own} maxconn 100 check port ${apiPort}`,
  )
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

function writePgBouncer(port: number, haproxyPort: number): string {
  return `[databases]
stillhere = host=127.0.0.1 port=${haproxyPort} user=postgres password=${PASSWORD}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_connect_timeout = 2
server_login_retry = 0.5
query_wait_timeout = 10
`
}
