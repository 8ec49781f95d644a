import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingProblem, type Settings } from './settings.ts'

export type SecretTexts = { adminSecret: string; secretKey: string }

/** The secrets of the settings, or those kept in DATA_DIR, which are made on the first start (mode 600). */
export function readSecrets({ dataDir, adminSecret, secretKey }: Settings): SecretTexts {
  return {
    adminSecret: adminSecret ?? readOrMakeSecret(dataDir, 'admin-secret'),
    secretKey: secretKey ?? readOrMakeSecret(dataDir, 'secret-key'),
  }
}

function readOrMakeSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  try {
    // Of several processes that start at once, one makes the file and the others read it.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  chmodSync(path, 0o600)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 16) throw new SettingProblem('{path} must hold at least 16 characters', { path })
  return secret
}
