import { hashEmail } from '../../apps/server/src/codes/check.ts'
import { type Database, openDatabase } from '../../apps/server/src/database/pool.ts'
import { sql } from '../../apps/server/src/database/sql.ts'
import type { Service } from '../../apps/server/src/service.ts'
import { DEFAULT_LIMITS } from '../../apps/server/src/settings/limits.ts'
import { databaseUrlIn, readSecretsIn } from '../faults/data-folder.ts'
import { addPeople } from '../faults/people.ts'
import type { Row } from '../world/parts.ts'
import { type FloodedService, type Generator, startGenerator, startService } from './programs.ts'
import { addressOf, type RequestParts } from './requests.ts'

const ADDRESSES = 100
const GUESSES_EACH = 12
/** Of one address at codes of one person, and of all others at one code. */
const TRIES = 5
const CALLERS = 50

/** 100 addresses guess the code of one person at two processes, have codes sent, and guess again. */
export async function guess(): Promise<Row[]> {
  const open = { INVITES: 'open' }
  const first = await startService(open)
  const second = await startService({ ...open, DATABASE_URL: databaseUrlIn(first.dataDir) }, { dataDir: first.dataDir })
  const [victim] = await addPeople(first.dataDir, 1)
  if (victim === undefined) throw new Error('there is nobody to guess at')
  const generator = startGenerator()
  const db = openDatabase({ databaseUrls: [databaseUrlIn(first.dataDir)], max: 1 })
  const flood = { ports: [first.port, second.port], generator, db, victim: victim.email, dataDir: first.dataDir }
  const rows = [await guessOnce(flood), await sendMany(flood), await guessAgain(flood)]
  await db.close()
  await generator.stop()
  await stopAll([second, first])
  return rows
}

type Flood = { ports: number[]; generator: Generator; db: Database; victim: string; dataDir: string }

async function guessOnce(flood: Flood): Promise<Row> {
  const { problems } = await sendGuesses(flood)
  const { tries } = await readTries(flood)
  const wrong = problems['CODE_INVALID'] ?? 0
  const refused = problems['TOO_MANY_TRIES'] ?? 0
  const allowed = ADDRESSES * TRIES
  const isExact = tries === TRIES && wrong === allowed && refused === ADDRESSES * GUESSES_EACH - allowed
  return {
    what: `${ADDRESSES} addresses guess ${GUESSES_EACH} times each at the code of one person, at two processes`,
    must: `${TRIES} guesses compared in all; ${TRIES} answers “wrong” for each address, 429 to all others`,
    holds: isExact,
    seen: `${tries} compared; ${wrong} × wrong, ${refused} × 429, of each exactly as many as allowed: ${isExact ? 'yes' : 'no'}`,
  }
}

async function sendMany(flood: Flood): Promise<Row> {
  const requests = Array.from({ length: ADDRESSES }, (_, n) => post('/api/send-otp', { email: flood.victim }, n))
  await flood.generator.run('batch', { ports: flood.ports, requests, callers: CALLERS, triesAgain: true })
  const { codes } = await readTries(flood)
  const limit = DEFAULT_LIMITS['code.send.email'].count
  return {
    what: `${ADDRESSES} addresses have a code sent to one person`,
    must: `exactly ${limit} codes`,
    holds: codes === limit,
    seen: `${codes} codes`,
  }
}

async function guessAgain(flood: Flood): Promise<Row> {
  const before = await readTries(flood)
  await sendGuesses(flood, ADDRESSES)
  const { tries, most, spent } = await readTries(flood)
  const limit = DEFAULT_LIMITS['code.wrong.email'].count
  return {
    what: `${ADDRESSES} further addresses guess ${GUESSES_EACH} times each at all these codes`,
    must: `no code compared more than ${TRIES} times with guesses of strangers, ${limit} wrong guesses of strangers a day at most`,
    holds: most <= TRIES && spent <= limit,
    seen: `${tries - before.tries} comparisons, ${most} at most with one code; ${spent} of ${limit} wrong guesses spent`,
  }
}

function sendGuesses({ ports, generator, victim }: Flood, firstAddress = 0) {
  const requests = Array.from({ length: ADDRESSES * GUESSES_EACH }, (_, n) =>
    post('/api/verify-otp', { email: victim, otp: String(200_000 + n) }, firstAddress + (n % ADDRESSES)),
  )
  return generator.run('batch', { ports, requests, callers: CALLERS, triesAgain: true })
}

function post(path: string, body: object, address: number): RequestParts {
  return { method: 'POST', path, body: JSON.stringify(body), address: addressOf(address) }
}

/** What the database has counted: comparisons with strangers' guesses in all and for one code, fresh codes, wrong guesses of the day. */
async function readTries({ db, victim, dataDir }: Flood) {
  const secrets = readSecretsIn(dataDir)
  const emailHash = hashEmail({ secrets } as Service, victim)
  const key = secrets.hash('budget', `code.wrong.email:${victim}`)
  return db.one<{ tries: number; most: number; codes: number; spent: number }>(sql`
    SELECT coalesce(sum(other_tries), 0)::int AS tries, coalesce(max(other_tries), 0)::int AS most,
      (count(*) FILTER (WHERE asker_hash <> decode(repeat('00', 32), 'hex')))::int AS codes,
      coalesce((SELECT cardinality(hits) FROM budget WHERE name = 'code.wrong.email' AND key = ${key}), 0)::int AS spent
    FROM otp_code WHERE email_hash = ${emailHash}`)
}

async function stopAll(services: readonly FloodedService[]): Promise<void> {
  for (const service of services) await service.stop()
}
