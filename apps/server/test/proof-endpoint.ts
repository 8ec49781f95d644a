import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { MOST_KEPT_RECEIPTS } from '@stillhere/contract'
import { computeSessionSecret } from '../src/identity/access/credentials.ts'
import { hashCode, hashEmail } from '../src/identity/codes/codes.ts'
import { createSmtpPost } from '../src/identity/mail/transport.ts'
import { toScript, sql } from '../src/platform/database/sql.ts'
import type { Service } from '../src/platform/service.ts'
import type { LimitName } from '../src/platform/settings/limits.ts'
import { saveAsker } from '../src/requests/asker-store.ts'
import { addGrant } from '../src/requests/request/decision-store.ts'
import { computeCode } from '../src/requests/request/redeem.ts'
import { lockOpenRequest } from '../src/requests/request/store.ts'
import { findSite } from '../src/requests/sites/store.ts'
import { createChallenge, sealChallenge } from '../src/scan/challenge/challenge.ts'
import { findLive } from '../src/scan/challenge/store.ts'
import { sealEnrollment } from '../src/scan/enrollment/enrollment.ts'
import { sealOutcome } from '../src/scan/receipts/issue.ts'
import { addAskingSite, addGrantedApprovals, GRANTED_DIGEST } from './granted-approvals.ts'
import { queue, sendMails } from './mails.ts'
import { addNode, bearerFor } from './nodes.ts'
import { issue } from './receipts.ts'
import { findViolations } from './violations.ts'

/*
 * What proofs (proof/) need of a running service and HTTP does not give: people and decisions without a phone, the clock, and looks into
 * the database. Only apps/server/test/proof-process.ts opens it, on a port of its own; no build and no package contains either file.
 */

type Person = { email: string; code: string }

const OPERATIONS = {
  /** Adds an active node and returns its id with a fresh token. */
  addNode: async (service: Service, given: { email: string; handle: string }) => {
    const { id } = await addNode(service, given)
    return { id, ...(await addToken(service, id)) }
  },

  addToken: (service: Service, { nodeId }: { nodeId: number }) => addToken(service, nodeId),

  /** Adds people who only have to type the code that they have; each holds an invite. */
  addPeople: async ({ db, secrets }: Service, { people }: { people: Person[] }) => {
    const emails = people.map(({ email }) => email)
    const keyed = { secrets } as Service
    const emailHashes = emails.map((email) => hashEmail(keyed, email))
    const codeHashes = people.map(({ email, code }) => hashCode(keyed, email, code))
    const inviteHashes = emails.map((email) => secrets.hash('invite', email))
    await db.query(sql`
      WITH given AS (
        SELECT * FROM unnest(${emails}::text[], ${emailHashes}::bytea[], ${codeHashes}::bytea[], ${inviteHashes}::bytea[])
          AS g (email, email_hash, code_hash, invite_hash)),
      registered AS (
        INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at)
        SELECT email, email, email, email, 'PENDING_VERIFICATION', now() FROM given),
      invited AS (
        INSERT INTO invite (code_hash, hint, created_at) SELECT invite_hash, 'XX', now() FROM given RETURNING id, code_hash)
      INSERT INTO otp_code (email_hash, asker_hash, code_hash, invite_id, created_at, expires_at)
      SELECT g.email_hash, decode(repeat('00', 32), 'hex'), g.code_hash, i.id, now(), now() + interval '1 day'
      FROM given AS g JOIN invited AS i ON i.code_hash = g.invite_hash`)
  },

  /** Ends the codes of a person, an hour ago. */
  endCodes: async (service: Service, { email }: { email: string }) => {
    await service.db.query(sql`
      UPDATE otp_code SET created_at = now() - interval '70 minutes', expires_at = now() - interval '1 hour'
      WHERE email_hash = ${hashEmail(service, email)}`)
  },

  /** Counts the guesses that were compared with codes of a person, in all and for one code, the fresh codes, and the wrong guesses of the day. */
  countGuesses: (service: Service, { email }: { email: string }) =>
    service.db.one<{ tries: number; most: number; codes: number; spent: number }>(sql`
      SELECT coalesce(sum(other_tries), 0)::int AS tries, coalesce(max(other_tries), 0)::int AS most,
        (count(*) FILTER (WHERE asker_hash <> decode(repeat('00', 32), 'hex')))::int AS codes,
        coalesce((SELECT cardinality(hits) FROM budget WHERE name = 'code.wrong.email'
          AND key = ${service.secrets.hash('budget', `code.wrong.email:${email}`)}), 0)::int AS spent
      FROM otp_code WHERE email_hash = ${hashEmail(service, email)}`),

  /** Lets a site ask a node. */
  allowAsker: async (
    { db }: Service,
    { nodeId, siteKey, subject, perDay }: { nodeId: number; siteKey: string; subject: string; perDay: number },
  ) => {
    await db.transaction(async (tx) => {
      const asker = { kind: 'site' as const, id: (await findSite(tx, siteKey))?.id ?? 0 }
      await saveAsker(tx, { nodeId, asker, subject, perDay, now: tx.now })
    })
  },

  addAskingSite: (service: Service) => addAskingSite(service),

  addGrantedApprovals: async (service: Service, { secret, count }: { secret: string; count: number }) => ({
    ids: await addGrantedApprovals(service, secret, count),
    digest: GRANTED_DIGEST,
  }),

  /** Grants an open request as a scan does, without the scan; an approval in the name of the person with this handle. */
  grantRequest: (
    service: Service,
    {
      kind,
      id,
      handle,
      subjectKind = 'same',
    }: { kind: 'check' | 'approval'; id: string; handle?: string; subjectKind?: 'once' | 'same' },
  ) =>
    service.db.transaction(async (tx) => {
      const open = await lockOpenRequest(tx, { kind, id }, tx.now)
      const person = open?.kind === 'approval' ? open.approvers.find((one) => one.handle === handle) : undefined
      if (!open || (open.kind === 'approval' && person?.state !== 'open')) return false
      const subject = `sha256:${handle ?? id}`
      const reached = subjectKind === 'once' ? 1 : 2
      const grant = {
        askerId: person?.askerId ?? null,
        subject,
        subjectKind,
        reached,
        sealed: sealOutcome(service, {}),
      } as const
      // The statement that grants a check refuses a first visit that it doesn't take.
      return addGrant(tx, id, grant, tx.now).then(
        () => true,
        () => false,
      )
    }),

  /** The code that a person brings back from a check. */
  readCheckCode: async (service: Service, { id }: { id: string }) => computeCode(service, id),

  issueReceipt: (service: Service, given: { userId: string; nodeId: number }) => issue(service, given),

  /** Fills all places for kept receipts of a node but `free`. */
  addKeptReceipts: async (
    { db, now }: Service,
    { nodeId, name, free }: { nodeId: number; name: string; free: number },
  ) => {
    await db.query(sql`
      INSERT INTO kept_receipt (id, node_id, slot, ciphertext, created_at)
      SELECT left(md5(${name} || '-' || slot), 22), ${nodeId}, slot, decode(repeat('00', 64), 'hex'), ${now()}::timestamptz
      FROM generate_series(1, ${MOST_KEPT_RECEIPTS - free}::int) AS slot`)
  },

  /** The strokes of a live challenge, which only the service knows, and how far it is; null where there is none. */
  readLiveChallenge: async ({ db, secrets }: Service, { id }: { id: string }) => {
    const row = await findLive(db, id)
    if (!row) return null
    const { step, ended, chain, sealed } = row
    return { step, ended, chain: chain.toString('hex'), challenge: JSON.parse(secrets.open('live-challenge', sealed)) }
  },

  /** An enrollment with this template, and challenges of a minute ago that last for an hour. */
  sealAnswers: async (
    { secrets }: Service,
    {
      template,
      count,
    }: {
      template: { vector: number[]; variance: number[]; missing: number[]; version: string; samples: number }
      count: number
    },
  ) => {
    const now = new Date()
    const later = new Date(now.getTime() + 3_600_000)
    const { vector, variance, missing, version, samples } = template
    const dates = { enrolled_at: now.toISOString(), expires_at: later.toISOString() }
    return Array.from({ length: count }, (_, n) => {
      const drawn = createChallenge({ purpose: 'verify', node: null }, new Date(now.getTime() - 60_000))
      const issued = { ...drawn, expiresAt: later }
      const shown = {
        user_id: `anon-${n}`,
        number: 1,
        signature: { version },
        sample_count: samples,
        device_info: null,
        ...dates,
      }
      return {
        enrollment: sealEnrollment(secrets, shown, { vector, variance, missing }),
        challenge: { challenge_id: issued.id, challenge_token: sealChallenge(secrets, issued) },
      }
    })
  },

  queueMail: (service: Service, { to }: { to: string }) => queue(service, { kind: 'subscription', to, params: {} }),

  /** Sends the mails that are due and returns to whom it tried. */
  sendMails: async (service: Service, { smtpUrl, silenceMs }: { smtpUrl: string; silenceMs: number }) => {
    const tried: string[] = []
    const post = createSmtpPost(smtpUrl, { silenceMs })
    await sendMails(service, (letter) => {
      tried.push(letter.to)
      return post(letter)
    })
    return tried
  },

  readLimit: async ({ settings }: Service, { name }: { name: LimitName }) => settings.limits[name],

  findViolations: async ({ db }: Service) => (await findViolations(db)).map(({ rule, what }) => `${rule} (${what})`),

  /** Runs SQL and returns its rows. */
  query: ({ db }: Service, { text }: { text: string }): Promise<Record<string, unknown>[]> => db.query(toScript(text)),
}

/** What can be asked, by name: what it is given and what it answers, both as JSON. */
export type ProofOperations = typeof OPERATIONS & {
  setTime: (service: Service, given: { time: number }) => Promise<void>
  readMail: (service: Service, given: { kind: string; to: string }) => Promise<Record<string, string> | null>
}

async function addToken(service: Service, id: number) {
  const { authorization } = await bearerFor(service, { id })
  const token = authorization.slice('Bearer '.length)
  const hash = service.secrets.hash('token', token)
  const row = await service.db.one<{ id: string }>(sql`SELECT id::text FROM node_token WHERE token_hash = ${hash}`)
  const cookie = `stillhere-session=${computeSessionSecret(service.secrets, token)}`
  return { token, tokenId: row.id, cookie, authorization }
}

/** Mails are sealed, also for tests: those that came since the last look are opened and sorted by address. */
function createMailReader({ db, secrets }: Service): (given: { kind: string; to: string }) => Promise<unknown> {
  const newest = new Map<string, { id: number; params: Record<string, string> }>()
  const opened = new Set<number>()
  let looking: Promise<unknown> = Promise.resolve()
  const look = async () => {
    // A transaction with a smaller number may have ended after one with a larger.
    const from = Math.max(0, ...opened) - 100
    const known = [...opened].filter((id) => id > from)
    const rows = await db.query<{ id: number; kind: string; payload: Buffer }>(sql`
      SELECT id, kind, payload FROM outbox
      WHERE channel = 'mail' AND id > ${from} AND id <> ALL (${known}::bigint[]) ORDER BY id`)
    for (const id of opened) if (id <= from) opened.delete(id)
    for (const { id, kind, payload } of rows) {
      opened.add(id)
      const { to, params } = JSON.parse(secrets.open('mail', payload))
      if (id > (newest.get(`${kind} ${to}`)?.id ?? 0)) newest.set(`${kind} ${to}`, { id, params })
    }
  }
  return async ({ kind, to }) => {
    looking = looking.then(look)
    await looking
    return newest.get(`${kind} ${to}`)?.params ?? null
  }
}

/** Opens the endpoint on a free port of this machine and returns its address: POST /NAME with JSON. */
export async function openProofEndpoint(service: Service, setTime: (time: number) => void): Promise<string> {
  const readMail = createMailReader(service)
  const operations: Record<string, (service: Service, given: never) => Promise<unknown>> = {
    ...OPERATIONS,
    setTime: async (_, { time }: { time: number }) => setTime(time),
    readMail: (_, given) => readMail(given),
  }
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void =>
      void response.writeHead(status, { connection: 'close' }).end(JSON.stringify(body ?? null))
    const run = async () => {
      const operation = operations[request.url?.slice(1) ?? '']
      if (operation === undefined) return answer(404, `there is no ${request.url}`)
      answer(200, await operation(service, (await json(request)) as never))
    }
    run().catch((error: unknown) => answer(500, String(error)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
