import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasVariety, type Settings } from '../../settings/settings.ts'
import type { Finding } from './finding.ts'

/** Whether DATA_DIR can be written, and its secrets are for their owner alone. */
export function checkFiles({ dataDir, adminSecret, secretKey }: Settings): Finding[] {
  if (!existsSync(dataDir)) {
    return [{ mood: 'warn', about: 'data folder', says: `${dataDir} does not exist yet; the first start makes it` }]
  }
  return [
    checkWritable(dataDir),
    adminSecret === undefined
      ? checkAdminSecret(join(dataDir, 'admin-secret'))
      : { mood: 'ok', about: 'admin secret', says: 'as set in ADMIN_SECRET' },
    secretKey === undefined
      ? checkSecret('secret key', join(dataDir, 'secret-key'))
      : { mood: 'ok', about: 'secret key', says: 'as set in SECRET_KEY' },
    ...checkOutbox(join(dataDir, 'outbox')),
  ]
}

function checkWritable(folder: string): Finding {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return { mood: 'ok', about: 'data folder', says: folder }
  } catch {
    return { mood: 'fail', about: 'data folder', says: `${folder} cannot be written by this user` }
  }
}

// A setting with so few is refused at the start; a file is as its owner wrote it.
function checkAdminSecret(file: string): Finding {
  const found = checkSecret('admin secret', file)
  if (found.mood !== 'ok' || hasVariety(readFileSync(file, 'utf8').trim())) return found
  const says = `${file} is easy to guess: write a secret with at least 8 different characters`
  return { ...found, mood: 'warn', says }
}

function checkSecret(about: string, file: string): Finding {
  if (!existsSync(file)) return { mood: 'warn', about, says: `${file} does not exist yet; the first start makes it` }
  const isPrivate = (statSync(file).mode & 0o077) === 0
  if (isPrivate) return { mood: 'ok', about, says: file }
  return {
    mood: 'fail',
    about,
    says: `${file} can be read by others: chmod 600 it, and change it if others had access`,
  }
}

function checkOutbox(folder: string): Finding[] {
  return existsSync(folder) ? [{ ...checkWritable(folder), about: 'outbox' }] : []
}
