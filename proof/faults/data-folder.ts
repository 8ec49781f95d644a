import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveSecrets, type Secrets } from '../../apps/server/src/secrets.ts'

/** The address of the embedded database of a data folder. */
export function databaseUrlIn(dataDir: string): string {
  const { port, socket } = readPostmaster(dataDir)
  return `postgresql://stillhere@localhost:${port}/stillhere?host=${encodeURIComponent(socket)}`
}

/** The process of the embedded database of a data folder, and where it listens. */
export function readPostmaster(dataDir: string): { pid: number; port: string; socket: string } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const [pid = '', , , port = '', socket = ''] = lines
  return { pid: Number(pid), port, socket }
}

/** The secrets of the service of a data folder. */
export function readSecretsIn(dataDir: string): Secrets {
  return deriveSecrets(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim())
}
