import { existsSync } from 'node:fs'
import { isUpToDate } from '../../database/migrate.ts'
import type { Queries } from '../../database/pool.ts'
import { isOfOtherKey, readServer } from '../../database/store.ts'
import { countMails } from '../../mail/store.ts'
import { countUnclear } from '../../publishing/store.ts'
import { issuerHealth } from '../../receipts/issuer.ts'
import { readSecrets } from '../../secret-files.ts'
import { deriveSecrets, fingerprintOf } from '../../secrets.ts'
import type { Settings } from '../../settings/settings.ts'
import { openBesideService } from '../open-data.ts'
import type { Finding } from './finding.ts'
import { checkPooler } from './pooler.ts'
import { checkReplica } from './replica.ts'

const OLDEST_VERSION = 140_000
const LARGE_SKEW_MS = 5000

/** Whether the database answers, fits this version and belongs to this SECRET_KEY. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  if (settings.databaseUrls === undefined && !existsSync(settings.dataDir)) return []
  try {
    const { db, stop } = await openBesideService(settings, () => {})
    try {
      return [...(await look(db, settings)), ...(await lookBetween(settings)), ...(await checkReplica(settings))]
    } finally {
      await stop()
    }
  } catch (error) {
    return [{ mood: 'fail', about: 'database', says: error instanceof Error ? error.message : String(error) }]
  }
}

async function lookBetween({ databaseUrls, databasePooler }: Settings): Promise<Finding[]> {
  return databaseUrls === undefined ? [] : [await checkPooler(databaseUrls, databasePooler)]
}

async function look(db: Queries, settings: Settings): Promise<Finding[]> {
  const { version, number, now } = await readServer(db)
  const findings = [checkVersion(version, number), checkClock(now, new Date())]
  if (!(await isUpToDate(db).catch(() => false))) {
    return [...findings, { mood: 'warn', about: 'migrations', says: 'not all are applied: npx stillhere migrate' }]
  }
  const upToDate: Finding = { mood: 'ok', about: 'migrations', says: 'all applied' }
  return [
    ...findings,
    upToDate,
    await checkKey(db, settings),
    await checkIssuer(db, settings),
    await checkDeadMails(db),
    ...(await checkPublications(db)),
  ]
}

function checkVersion(version: string, number: number): Finding {
  if (number >= OLDEST_VERSION) return { mood: 'ok', about: 'database', says: `PostgreSQL ${version} answers` }
  return { mood: 'fail', about: 'database', says: `PostgreSQL ${version} is too old: 14 or later is needed` }
}

export function checkClock(ofDatabase: Date, ofProcess: Date): Finding {
  const skewMs = Math.abs(ofDatabase.getTime() - ofProcess.getTime())
  if (skewMs <= LARGE_SKEW_MS) return { mood: 'ok', about: 'clock', says: 'that of the database agrees' }
  const says = `that of the database is ${Math.round(skewMs / 1000)} seconds off: budgets and answers will disagree`
  return { mood: 'warn', about: 'clock', says }
}

async function checkKey(db: Queries, settings: Settings): Promise<Finding> {
  const fingerprint = fingerprintOf(deriveSecrets(readSecrets(settings).secretKey), settings)
  if (!(await isOfOtherKey(db, fingerprint)))
    return { mood: 'ok', about: 'fingerprint', says: 'the database belongs to this SECRET_KEY' }
  return { mood: 'fail', about: 'fingerprint', says: 'SECRET_KEY is not the one that this database was made with' }
}

async function checkIssuer(db: Queries, settings: Settings): Promise<Finding> {
  const { ok, error } = await issuerHealth({ db, settings, secrets: deriveSecrets(readSecrets(settings).secretKey) })
  if (ok) return { mood: 'ok', about: 'issuer', says: 'the key that signs receipts opens' }
  return { mood: 'warn', about: 'issuer', says: `${error}: no receipts can be issued` }
}

async function checkDeadMails(db: Queries): Promise<Finding> {
  const { dead } = await countMails(db)
  if (dead === 0) return { mood: 'ok', about: 'outbox', says: 'no dead mails' }
  return { mood: 'warn', about: 'outbox', says: `${dead} dead mails: GET /api/admin/outbox?state=dead says why` }
}

async function checkPublications(db: Queries): Promise<Finding[]> {
  const unclear = await countUnclear(db, new Date())
  if (unclear === 0) return []
  const says = `${unclear} posts of unknown outcome: GET /api/admin/publications?status=unknown lists them`
  return [{ mood: 'warn', about: 'publishing', says }]
}
