import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../platform/settings/settings.ts'

type Place = Pick<Settings, 'dataDir' | 'port' | 'tls'>

/**
 * Writes where this process listens into the data folder, for commands beside it: options like --lan are known to it alone. Returns what
 * forgets it. Commands do without where the folder cannot be written.
 */
export function keepOwnAddress({ dataDir }: Place, address: string): () => void {
  const path = join(dataDir, 'address')
  try {
    writeFileSync(path, `${address}\n`)
  } catch {
    return () => {}
  }
  return () => rmSync(path, { force: true })
}

/** Where people reach the service: PUBLIC_URL, or where it listens. */
export function readAddress(settings: Place & Pick<Settings, 'publicUrl'>): string {
  return settings.publicUrl ?? readOwnAddress(settings)
}

/** Where the running service listens; without one, where the settings would have it listen on this machine. */
export function readOwnAddress({ dataDir, port, tls }: Place): string {
  try {
    return new URL(readFileSync(join(dataDir, 'address'), 'utf8').trim()).origin
  } catch {
    return `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  }
}
