import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { sql } from '../../apps/server/src/database/sql.ts'
import { queueMail } from '../../apps/server/src/mail/queue.ts'
import { smtpPost } from '../../apps/server/src/mail/smtp.ts'
import { restartDelivery } from '../../apps/server/src/outbox/store.ts'
import { startEmbedded } from '../../apps/server/src/postgres/embedded.ts'
import { createSecrets } from '../../apps/server/src/secrets.ts'
import type { Service } from '../../apps/server/src/service.ts'
import { parseLimits } from '../../apps/server/src/settings/limits.ts'
import { readSettings, type Settings } from '../../apps/server/src/settings/settings.ts'
import { type MailServer, smtpError, startMailServer } from '../../apps/server/test/mail-server.ts'
import { sendMails } from '../../apps/server/test/mails.ts'
import type { Row } from '../world/parts.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const BEGAN = Date.parse('2026-03-10T00:00:00.000Z')
const MAIL_EVERY_MINUTES = 10
// Where 144 are wanted. The budget holds one day's worth, and fills again within a day.
const PER_DAY = 50
const DOCUMENTED_WAITS_S = [30, 120, 600, 3600, 21_600]
// In real time: the server says nothing for longer than that while it is slow.
const SILENCE_MS = 150

/** The mail server is gone for eight hours, then slow for eight, then refuses for now for eight; a day more is well. */
type Weather = 'down' | 'slow' | 'refuses' | 'well'

function weatherAt(minute: number): Weather {
  return minute >= DAY_MINUTES ? 'well' : minute < 480 ? 'down' : minute < 960 ? 'slow' : 'refuses'
}

type Day = {
  service: Service
  clock: { ms: number }
  server: MailServer
  minute: () => number
  tries: Map<string, number[]>
}

/** Lets the mail server fail for a simulated day, by the clock of the mail job, and counts what arrives. */
export async function failMail(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-faults-'))
  const embedded = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })
  const clock = { ms: BEGAN }
  const now = () => new Date(clock.ms)
  const db = openDatabase({ connection: embedded.connection, now })
  await migrate(db)
  const limits = parseLimits(`mail.other.all=${PER_DAY}/86400`) as Settings['limits']
  const settings = { ...readSettings({}), limits }
  const service = { db, secrets: createSecrets(Buffer.alloc(32, 7)), settings, now } as Service
  const tries = new Map<string, number[]>()
  const minute = () => (clock.ms - BEGAN) / MINUTE_MS
  const server = await startMailServer({ answer: ({ raw }) => answer(raw) })
  const rows = await runDays({ service, clock, server, minute, tries })
  await server.stop()
  await db.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return rows

  // Slow is a server that has not taken the mail when the sender gives up.
  async function answer(_raw: string): Promise<Error | undefined> {
    const weather = weatherAt(minute())
    if (weather === 'slow') await new Promise((resolve) => void setTimeout(resolve, 2 * SILENCE_MS))
    return weather === 'well' ? undefined : smtpError(450, 'try again later')
  }
}

async function runDays(day: Day): Promise<Row[]> {
  const { service, clock, server, minute } = day
  let [queued, refused] = [0, 0]
  // Half minutes, so that the shortest wait is met.
  for (; minute() < 2 * DAY_MINUTES; clock.ms += MINUTE_MS / 2) {
    if (minute() % MAIL_EVERY_MINUTES === 0)
      await queue(service, queued + refused).then(
        () => queued++,
        () => refused++,
      )
    await sendDue(day)
  }
  const dead = await service.db.query<{ id: number; attempts: number }>(
    sql`SELECT id, attempts FROM outbox WHERE state = 'dead'`,
  )
  const before = server.received.length
  for (const { id } of dead)
    await restartDelivery(service.db, { channel: 'mail', id, states: ['dead'], now: service.now() })
  // One that fails by the way is tried again, as always.
  for (let step = 0; step < 60; step++, clock.ms += MINUTE_MS / 2) await sendDue(day)
  return judge(day, { queued, refused, dead, before })
}

function queue(service: Service, number: number): Promise<unknown> {
  const to = `person-${number}@example.org`
  return service.db.transaction((tx) => queueMail(tx, service, { kind: 'subscription', to, params: {} }))
}

async function sendDue({ service, server, minute, tries }: Day): Promise<void> {
  const url = weatherAt(minute()) === 'down' ? 'smtp://127.0.0.1:1' : server.url
  const post = smtpPost(url, { silenceMs: SILENCE_MS })
  await sendMails(service, (letter) => {
    tries.set(letter.to, [...(tries.get(letter.to) ?? []), service.now().getTime() / 1000])
    return post(letter)
  })
}

type Seen = { queued: number; refused: number; dead: { attempts: number }[]; before: number }

function judge({ server, tries }: Day, { queued, refused, dead, before }: Seen): Row[] {
  const what = 'SMTP down, slow and refusing (450), eight simulated hours each, then well for a day'
  const row = (must: string, seen: string, holds: boolean): Row => ({ what, must, seen, holds })
  const receivers = new Set(server.received.flatMap(({ to }) => to))
  const doubles = server.received.length - receivers.size
  const waits = [...tries.values()].flatMap((times) =>
    times.slice(1, 6).map((at, index) => at - (times[index] ?? 0) - (DOCUMENTED_WAITS_S[index] ?? 0)),
  )
  const worst = Math.max(...waits.map(Math.abs))
  return [
    row(
      'no mail is lost, none is sent twice',
      `${queued} queued, ${before} arrived by themselves, ${dead.length} were given up after ${dead[0]?.attempts} tries and arrived when an operator had them tried again; ${queued - receivers.size} lost, ${doubles} twice`,
      receivers.size === queued && doubles === 0 && dead.every(({ attempts }) => attempts === 6),
    ),
    row(
      'tries after 30 s, 2 min, 10 min, 1 h, 6 h',
      `${waits.length} waits, at most ${worst} s off (the clock goes in half minutes)`,
      worst <= 30,
    ),
    row(
      `LIMITS of ${PER_DAY} a day: at most ${3 * PER_DAY} are taken in two days`,
      `${queued} of ${queued + refused} taken in two days`,
      queued <= 3 * PER_DAY && refused > 0,
    ),
  ]
}
