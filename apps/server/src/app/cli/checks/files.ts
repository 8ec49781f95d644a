import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasVariety, type Settings } from '../../../platform/settings/settings.ts'
import { say } from '../../../platform/speakers.ts'
import type { Finding } from './finding.ts'

/** Whether DATA_DIR can be written, and its secrets are for their owner alone. */
export function checkFiles({ dataDir, adminSecret, secretKey }: Settings): Finding[] {
  if (!existsSync(dataDir)) {
    return [{ mood: 'warn', about: say('data folder'), says: sayMissing(dataDir) }]
  }
  return [
    checkWritable(dataDir),
    adminSecret === undefined
      ? checkAdminSecret(join(dataDir, 'admin-secret'))
      : { mood: 'ok', about: say('admin secret'), says: say('as set in ADMIN_SECRET') },
    secretKey === undefined
      ? checkSecret(say('secret key'), join(dataDir, 'secret-key'))
      : { mood: 'ok', about: say('secret key'), says: say('as set in SECRET_KEY') },
    ...checkOutbox(join(dataDir, 'outbox')),
  ]
}

function checkWritable(folder: string): Finding {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return { mood: 'ok', about: say('data folder'), says: folder }
  } catch {
    const says = say('{folder} cannot be written by this user', { folder })
    return { mood: 'fail', about: say('data folder'), says }
  }
}

// A setting with so few is refused at the start; a file is as its owner wrote it.
function checkAdminSecret(file: string): Finding {
  const found = checkSecret(say('admin secret'), file)
  if (found.mood !== 'ok' || hasVariety(readFileSync(file, 'utf8').trim())) return found
  const says = say('{file} is easy to guess: write a secret with at least 8 different characters', { file })
  return { ...found, mood: 'warn', says }
}

function checkSecret(about: string, file: string): Finding {
  if (!existsSync(file)) return { mood: 'warn', about, says: sayMissing(file) }
  const isPrivate = (statSync(file).mode & 0o077) === 0
  if (isPrivate) return { mood: 'ok', about, says: file }
  return {
    mood: 'fail',
    about,
    says: say('{file} can be read by others: chmod 600 it, and change it if others had access', { file }),
  }
}

function checkOutbox(folder: string): Finding[] {
  return existsSync(folder) ? [{ ...checkWritable(folder), about: say('outbox') }] : []
}

function sayMissing(path: string): string {
  return say('{path} does not exist yet; the first start makes it', { path })
}
