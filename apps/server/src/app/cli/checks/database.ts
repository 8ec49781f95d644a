import { existsSync } from 'node:fs'
import { type Metadata, readAge } from '../../../identity/device-roots/metadata.ts'
import { findMetadata } from '../../../identity/device-roots/store.ts'
import { isUpToDate } from '../../../platform/database/migrate.ts'
import type { Queries } from '../../../platform/database/pool.ts'
import { readServer } from '../../../platform/database/store.ts'
import { OperatorProblem } from '../../../platform/operator-problem.ts'
import { countDeliveries } from '../../../platform/outbox/store.ts'
import { deriveSecrets } from '../../../platform/secrets.ts'
import { readSecrets, type Settings } from '../../../platform/settings/settings.ts'
import { say, sayCount, sayProblem } from '../../../platform/speakers.ts'
import { countUnclear } from '../../../publishing/store.ts'
import { issuerHealth } from '../../../scan/receipts/issuer.ts'
import { findForeignOwner } from '../../start.ts'
import { openBesideService } from '../open-data.ts'
import { sayAge } from '../roots.ts'
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
    return [{ mood: 'fail', about: say('database'), says: explainError(error) }]
  }
}

async function lookBetween({ databaseUrls, databasePooler }: Settings): Promise<Finding[]> {
  return databaseUrls === undefined ? [] : [await checkPooler(databaseUrls, databasePooler)]
}

async function look(db: Queries, settings: Settings): Promise<Finding[]> {
  const { version, number, now } = await readServer(db)
  const findings = [checkVersion(version, number), checkClock(now, new Date())]
  if (!(await isUpToDate(db).catch(() => false))) {
    return [
      ...findings,
      { mood: 'warn', about: say('migrations'), says: say('not all are applied: npx --no-install stillhere migrate') },
    ]
  }
  const upToDate: Finding = { mood: 'ok', about: say('migrations'), says: say('all applied') }
  return [
    ...findings,
    upToDate,
    await checkKey(db, settings),
    await checkIssuer(db, settings),
    await checkDeadMails(db),
    ...(await checkPublications(db)),
    ...checkMetadata(await findMetadata(db), now),
  ]
}

function checkVersion(version: string, number: number): Finding {
  if (number >= OLDEST_VERSION)
    return { mood: 'ok', about: say('database'), says: say('PostgreSQL {version} answers', { version }) }
  const says = say('PostgreSQL {version} is too old: 14 or later is needed', { version })
  return { mood: 'fail', about: say('database'), says }
}

export function checkClock(ofDatabase: Date, ofProcess: Date): Finding {
  const skewMs = Math.abs(ofDatabase.getTime() - ofProcess.getTime())
  if (skewMs <= LARGE_SKEW_MS) return { mood: 'ok', about: say('clock'), says: say('that of the database agrees') }
  const says = say('that of the database is {seconds} seconds off: budgets and answers will disagree', {
    seconds: Math.round(skewMs / 1000),
  })
  return { mood: 'warn', about: say('clock'), says }
}

async function checkKey(db: Queries, settings: Settings): Promise<Finding> {
  const problem = await findForeignOwner(db, deriveSecrets(readSecrets(settings).secretKey), settings)
  if (problem) return { mood: 'fail', about: say('fingerprint'), says: sayProblem(problem) }
  return { mood: 'ok', about: say('fingerprint'), says: say('the database belongs to this SECRET_KEY') }
}

async function checkIssuer(db: Queries, settings: Settings): Promise<Finding> {
  const { ok, error } = await issuerHealth({ db, settings, secrets: deriveSecrets(readSecrets(settings).secretKey) })
  if (ok) return { mood: 'ok', about: say('issuer'), says: say('the key that signs receipts opens') }
  const says = say('{problem}: no receipts can be issued', { problem: error })
  return { mood: 'warn', about: say('issuer'), says }
}

async function checkDeadMails(db: Queries): Promise<Finding> {
  const { dead } = await countDeliveries(db, 'mail')
  if (dead === 0) return { mood: 'ok', about: say('outbox'), says: say('no dead mails') }
  const says = sayCount(
    dead,
    '{count} dead mail: GET /api/admin/outbox?state=dead says why',
    '{count} dead mails: GET /api/admin/outbox?state=dead says why',
  )
  return { mood: 'warn', about: say('outbox'), says }
}

async function checkPublications(db: Queries): Promise<Finding[]> {
  const unclear = await countUnclear(db, new Date())
  if (unclear === 0) return []
  const says = sayCount(
    unclear,
    '{count} post of unknown outcome: GET /api/admin/publications?status=unknown lists it',
    '{count} posts of unknown outcome: GET /api/admin/publications?status=unknown lists them',
  )
  return [{ mood: 'warn', about: say('publishing'), says }]
}

/** Whether the imported metadata of devices still counts, and how long. */
function checkMetadata(metadata: Metadata | undefined, now: Date): Finding[] {
  if (metadata === undefined) return []
  const { nextUpdate: day, number, models } = metadata
  const about = say('device models')
  const age = readAge(day, now)
  if (age === 'current') {
    const count = Object.keys(models).length
    const says = sayCount(
      count,
      '{count} model, by metadata {number}; newer is due on {day}',
      '{count} models, by metadata {number}; newer is due on {day}',
      { number, day },
    )
    return [{ mood: 'ok', about, says }]
  }
  return [{ mood: 'warn', about, says: sayAge(age, day) }]
}

function explainError(error: unknown): string {
  if (error instanceof OperatorProblem) return sayProblem(error)
  return error instanceof Error ? error.message : String(error)
}
