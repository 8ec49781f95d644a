import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import * as receipts from '@stillhere/receipt'
import { CompactSign, compactVerify } from 'jose'
import { openService, type OpenService, sql } from '../../apps/server/test/measured.ts'
import { makeFolder } from '../world/processes.ts'
import { openPeer } from './better-auth.ts'
import { type Goal, reportGoals, reportRatio } from './goals.ts'
import { type Call, runLoad } from './http-load.ts'
import { printTable } from './measure.ts'

const PEOPLE = 300
const ROUNDS = 3
const CONNECTIONS = 10
const LIMITS = ['code.send.address', 'code.send.all', 'code.try.address', 'mail.code.all'].map(
  (name) => `${name}=1000000000/1`,
)
const NOW = Date.parse('2026-01-01T00:00:10.000Z')
const ITEMS = 400

const WHY = {
  send: '11 statements in 2 transactions against 2 in none: ours also makes the node, counts the call for its network, twice for who asks, once for the e-mail address and twice for all callers, and keeps the mail until a mail server took it. All callers wait for the last two rows, so transactions end one after the other',
  sendCounted: 'theirs counts the call once, for its network, and keeps the mail; ours counts six times',
  signIn:
    '19 statements in 2 transactions, most of them to give a new node an empty start; theirs are 9, each a transaction of its own',
  signInCounted: 'as above',
}

await main()

/** What others use for the same, in one run: better-auth for codes by e-mail, and JWS by jose for what is signed. */
async function main(): Promise<void> {
  await compareReceipts()
  await compareSignIn()
}

/** A whole sign-in of a person that is new: to ask for a code, and to sign in with it. */
async function compareSignIn(): Promise<void> {
  const opened = await openService(makeFolder(), { LIMITS: LIMITS.join(','), INVITES: 'open' })
  const [plain, counting] = [await startPeer(opened, { counts: false }), await startPeer(opened, { counts: true })]
  if (plain === null || counting === null) {
    console.log('better-auth is not installed: node -e "import(\'./tools/install.ts\').then((t) => t.installTools())"')
    return opened.close()
  }
  const best: Best = { ours: [0, 0], plain: [0, 0], counting: [0, 0] }
  for (let round = 0; round < ROUNDS; round++) {
    keepBest(best.ours, await signInHere(opened, round))
    keepBest(best.plain, await signInThere(plain, round))
    keepBest(best.counting, await signInThere(counting, round))
  }
  await plain.close()
  await counting.close()
  await opened.close()
  reportSignIn(best)
}

type Best = Record<'ours' | 'plain' | 'counting', number[]>

function reportSignIn({ ours, plain, counting }: Best): void {
  const [send, signIn] = [0, 1].map((at) => [ours[at] ?? 0, plain[at] ?? 0, counting[at] ?? 0] as const)
  if (!send || !signIn) return
  printTable(
    ['e-mail code', 'service /s', 'better-auth /s', 'with counts and mails /s'],
    [
      ['ask for a code', ...send.map((rate) => rate.toFixed(0))],
      ['sign in with it', ...signIn.map((rate) => rate.toFixed(0))],
    ],
  )
  const alike = 'that counts calls and keeps mails in it, too'
  const compare = (what: string, [a, b]: readonly [number, number], reason: string): Goal => ({
    ...reportRatio(what, a / b),
    reason,
  })
  reportGoals([
    compare('ask for an e-mail code ÷ better-auth 1.6, same PostgreSQL', [send[0], send[1]], WHY.send),
    compare(`the same ÷ one ${alike}`, [send[0], send[2]], WHY.sendCounted),
    compare('sign in with the code ÷ better-auth 1.6, same PostgreSQL', [signIn[0], signIn[1]], WHY.signIn),
    compare(`the same ÷ one ${alike}`, [signIn[0], signIn[2]], WHY.signInCounted),
  ])
}

type StartedPeer = { port: number; codeOf: (email: string) => string | undefined; close: () => Promise<void> }

async function startPeer(opened: OpenService, { counts }: { counts: boolean }): Promise<StartedPeer | null> {
  const peer = await openPeer(opened, { counts })
  if (peer === null) return null
  const server = createServer(peer.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    await peer.close()
  }
  return { port: (server.address() as { port: number }).port, codeOf: peer.codeOf, close }
}

/** Rates of both calls. The mails are opened where they wait for the mail server, outside of the time. */
async function signInHere({ service, port }: OpenService, round: number): Promise<number[]> {
  const people = listPeople(round)
  const asked = await rateOf(
    port,
    post(
      '/api/send-otp',
      people.map((email) => ({ email })),
    ),
  )
  const mails = await service.db.query<{ payload: Buffer }>(
    sql`SELECT payload FROM outbox WHERE channel = 'mail' AND kind = 'code' AND payload IS NOT NULL`,
  )
  const codes = new Map(
    mails.map(({ payload }) => {
      const { to, params } = JSON.parse(service.secrets.open('mail', payload)) as {
        to: string
        params: { code: string }
      }
      return [to, params.code]
    }),
  )
  const bodies = people.map((email) => ({ email, otp: codes.get(email) }))
  return [asked, await rateOf(port, post('/api/verify-otp', bodies))]
}

async function signInThere({ port, codeOf }: StartedPeer, round: number): Promise<number[]> {
  const people = listPeople(round)
  const asked = await rateOf(
    port,
    post(
      '/api/auth/email-otp/send-verification-otp',
      people.map((email) => ({ email, type: 'sign-in' })),
    ),
  )
  const bodies = people.map((email) => ({ email, otp: codeOf(email) }))
  return [asked, await rateOf(port, post('/api/auth/sign-in/email-otp', bodies))]
}

function listPeople(round: number): string[] {
  return Array.from({ length: PEOPLE }, (_, index) => `peer-${round}-${index}@example.org`)
}

function post(path: string, bodies: object[]): Call {
  // People come from networks of their own: with one for all, their calls would wait for the same counter.
  const addresses = bodies.map((_, index) => `198.18.${index >> 8}.${index & 255}`)
  return { method: 'POST', path, bodies: bodies.map((body) => JSON.stringify(body)), addresses }
}

async function rateOf(port: number, call: Call): Promise<number> {
  const { perSecond, failed } = await runLoad(port, call, { count: PEOPLE, connections: CONNECTIONS })
  // On a machine that is busy elsewhere, the service refuses single calls.
  if (failed > PEOPLE / 50) throw new Error(`${failed} of ${PEOPLE} calls of ${call.path} failed`)
  return perSecond
}

function keepBest(best: number[], rates: readonly number[]): void {
  for (const [at, rate] of rates.entries()) best[at] = Math.max(best[at] ?? 0, rate)
}

/** A receipt against a JWS by jose over the same text, both by Ed25519 of Node; and a parsed receipt as a verifier gets it. */
async function compareReceipts(): Promise<void> {
  const secretKey = randomBytes(32)
  const unsigned = makeReceipt(secretKey)
  const text = Buffer.from(JSON.stringify(unsigned))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = createPrivateKey({ key: privateKey.export({ format: 'pem', type: 'pkcs8' }) })
  const secretHex = secretKey.toString('hex')
  const sign = () => new CompactSign(text).setProtectedHeader({ alg: 'EdDSA' }).sign(key)
  const [jws, receipt] = [await sign(), JSON.stringify(receipts.signReceipt(unsigned, secretHex, { now: NOW }))]
  const signed = await inTurns(() => receipts.signReceipt(unsigned, secretHex, { now: NOW }), sign)
  const verified = await inTurns(
    () => demandValid(receipts.verifyReceipt(JSON.parse(receipt), { now: NOW })),
    async () => JSON.parse(new TextDecoder().decode((await compactVerify(jws, publicKey)).payload)) as unknown,
  )
  console.log(`a receipt of ${receipt.length} bytes, a JWS of ${jws.length} bytes over the same text`)
  reportGoals([
    reportRatio('sign a receipt ÷ a JWS by jose over the same text', signed),
    reportRatio('verify a receipt ÷ a JWS by jose over the same text', verified),
  ])
}

function demandValid(result: receipts.VerificationResult): void {
  if (result.status !== 'VALID') throw new Error(`the benchmark's own receipt is refused: ${result.detail}`)
}

/** How many times the rate of the second the first has, over batches in turn, by the first quartile of each. */
async function inTurns(first: () => unknown, second: () => unknown): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 25; round++)
    for (const [at, task] of [first, second].entries()) {
      const start = performance.now()
      for (let item = 0; item < ITEMS / 8; item++) await task()
      times[at as 0 | 1].push(performance.now() - start)
    }
  const [ours = 1, theirs = 1] = times.map((all) => all.toSorted((a, b) => a - b)[all.length >> 2] ?? 1)
  return theirs / ours
}

function makeReceipt(secretKey: Buffer): receipts.UnsignedReceipt {
  const { publicKey } = receipts.generateKeyPair({ random: () => secretKey })
  const components = Array.from({ length: 4 }, (_, index) => ({
    metric: `metric-${index}`,
    value: Math.sin(index + 1) ** 2,
    threshold: 0.5,
    status: 'pass',
    explanation: 'Submovements follow each other as they do in people, neither too even nor too wild.',
  }))
  const block = { engineVersion: '1.0.0', value: 0.83, confidence: 0.83, components, diagnostics: { samples: 480 } }
  return receipts.buildReceipt({
    evidence: ['EE-001', 'EE-002'].map((engineId) => receipts.engineEvidenceToBlock({ engineId, ...block })),
    interval: { start: NOW - 9000, end: NOW - 1000 },
    subject: { id: `sha256:${'a1'.repeat(32)}`, type: 'embodied' },
    issuer: receipts.createIssuerIdentity({ publicKey }),
    verdict: 'PASS',
    now: NOW,
  })
}
