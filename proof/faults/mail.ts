import { copyTemplate, startCluster } from '../../apps/server/test/cluster.ts'
import { type MailServer, smtpError, startMailServer } from '../../apps/server/test/mail-server.ts'
import { openWorld, type World } from '../histories/world.ts'
import { type Row, rowsOf } from '../world/parts.ts'
import { ADMIN_SECRET } from '../world/service.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
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

type Day = { world: World; server: MailServer; minute: () => number; tries: Map<string, number[]> }

/** Lets the mail server fail for a simulated day, by the clock of the mail job, and counts what arrives. */
export async function failMail(): Promise<Row[]> {
  const cluster = await startCluster()
  const { connection } = await copyTemplate(cluster)
  const world = await openWorld({ connection, processes: 1, limits: `mail.other.all=${PER_DAY}/86400` })
  const began = world.now()
  const minute = () => (world.now() - began) / MINUTE_MS
  // Slow is a server that has not taken the mail when the sender gives up.
  const answer = async (): Promise<Error | undefined> => {
    const weather = weatherAt(minute())
    if (weather === 'slow') await new Promise((resolve) => void setTimeout(resolve, 2 * SILENCE_MS))
    return weather === 'well' ? undefined : smtpError(450, 'try again later')
  }
  const server = await startMailServer({ answer })
  const rows = await runDays({ world, server, minute, tries: new Map() })
  await world.stop()
  await server.stop()
  await cluster.stop()
  return rows
}

async function runDays(day: Day): Promise<Row[]> {
  const { world, server, minute } = day
  let [queued, refused] = [0, 0]
  // Half minutes, so that the shortest wait is met.
  for (; minute() < 2 * DAY_MINUTES; await world.pass(MINUTE_MS / 2)) {
    if (minute() % MAIL_EVERY_MINUTES === 0)
      await world.ask('queueMail', { to: `person-${queued + refused}@example.org` }).then(
        () => queued++,
        () => refused++,
      )
    await sendDue(day)
  }
  const before = server.received.length
  const call = world.call(0, '127.0.0.1')
  const headers = { 'x-admin-secret': ADMIN_SECRET }
  const listed = await call('GET', '/api/admin/outbox?state=dead&limit=500', { headers })
  const dead = listed.body['mails'] as { id: string; attempts: number }[]
  for (const { id } of dead) await call('POST', `/api/admin/outbox/${id}/retry`, { headers })
  // One that fails by the way is tried again, as always.
  for (let step = 0; step < 60; step++, await world.pass(MINUTE_MS / 2)) await sendDue(day)
  return judge(day, { queued, refused, dead, before })
}

async function sendDue({ world, server, minute, tries }: Day): Promise<void> {
  const smtpUrl = weatherAt(minute()) === 'down' ? 'smtp://127.0.0.1:1' : server.url
  for (const to of await world.ask('sendMails', { smtpUrl, silenceMs: SILENCE_MS }))
    tries.set(to, [...(tries.get(to) ?? []), world.now() / 1000])
}

type Seen = { queued: number; refused: number; dead: { attempts: number }[]; before: number }

function judge({ server, tries }: Day, { queued, refused, dead, before }: Seen): Row[] {
  const row = rowsOf('SMTP down, slow and refusing (450), eight simulated hours each, then well for a day')
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
