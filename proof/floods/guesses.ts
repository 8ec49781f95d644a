import { type Generator, startGenerator } from '../world/generator.ts'
import type { Row } from '../world/parts.ts'
import { addPeople } from '../world/people.ts'
import { addressOf, type RequestParts } from '../world/requests.ts'
import { type Ask, readDatabaseUrl } from '../world/service.ts'
import { startFlooded } from './flooded.ts'

const ADDRESSES = 100
const GUESSES_EACH = 12
/** Of one address at codes of one person, and of all others at one code. */
const TRIES = 5
const CALLERS = 50

/** 100 addresses guess the code of one person at two processes, have codes sent, and guess again. */
export async function guess(): Promise<Row[]> {
  const first = await startFlooded({ env: { INVITES: 'open' } })
  const { dataDir, ask } = first
  const second = await startFlooded({ dataDir, env: { INVITES: 'open', DATABASE_URL: readDatabaseUrl(dataDir) } })
  const [victim] = await addPeople(first, 1)
  if (victim === undefined) throw new Error('there is no person to guess at')
  const generator = startGenerator()
  const flood = { ports: [first.port, second.port], generator, ask, victim: victim.email }
  const rows = [await guessOnce(flood), await sendMany(flood), await guessAgain(flood)]
  await generator.stop()
  for (const service of [second, first]) await service.stop()
  return rows
}

type Flood = { ports: number[]; generator: Generator; ask: Ask; victim: string }

async function guessOnce(flood: Flood): Promise<Row> {
  const { problems } = await sendGuesses(flood)
  const { tries } = await flood.ask('countGuesses', { email: flood.victim })
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
  const { codes } = await flood.ask('countGuesses', { email: flood.victim })
  const { count: limit } = await flood.ask('readLimit', { name: 'code.send.email' })
  return {
    what: `${ADDRESSES} addresses have a code sent to one person`,
    must: `exactly ${limit} codes`,
    holds: codes === limit,
    seen: `${codes} codes`,
  }
}

async function guessAgain(flood: Flood): Promise<Row> {
  const before = await flood.ask('countGuesses', { email: flood.victim })
  await sendGuesses(flood, ADDRESSES)
  const { tries, most, spent } = await flood.ask('countGuesses', { email: flood.victim })
  const { count: limit } = await flood.ask('readLimit', { name: 'code.wrong.email' })
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
