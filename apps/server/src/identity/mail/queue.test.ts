import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MailServer, readMail, smtpError, startMailServer } from '../../../test/mail-server.ts'
import { codeMail, mailRows, queue, sendMails } from '../../../test/mails.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import { claimDue, setDelivered, type Delivery, cancelDelivery, recordFailure } from '../../platform/outbox/store.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { type Limits, parseLimits } from '../../platform/settings/limits.ts'
import { createLetter, type Post } from './letters.ts'
import { type NewMail, queueMail } from './queue.ts'
import { createSmtpPost } from './transport.ts'

let service: TestService
let server: MailServer
let lines: string[]
const log = (line: string) => void lines.push(line)
const sendAll = (post: Post = createSmtpPost(server.url)) => sendMails(service, post, { log })
const stateOf = async () => (await mailRows(service))[0]

beforeEach(async () => {
  lines = []
  service = await startTestService()
  server = await startMailServer()
})
afterEach(async () => {
  await server.stop()
  await service.stop()
})

describe('a queued mail', () => {
  it('exists only if the transaction that caused it does', async () => {
    const failed = service.db.transaction(async (tx) => {
      await queueMail(tx, service, codeMail())
      throw new Error('something else went wrong')
    })
    await expect(failed).rejects.toThrow('something else')
    expect(await mailRows(service)).toEqual([])
  })

  it('is sealed: neither address nor code can be read in the database', async () => {
    await queue(service, codeMail('ada@example.org', '987123'))
    const [row] = await mailRows(service)
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, problem: '' })
    expect(row?.payload?.toString('latin1')).not.toMatch(/ada|987123/)
  })

  it.each(['ada@example.org\r\nBcc: eve@example.org', 'a@b.org, c@d.org', 'nobody', ''])(
    'cannot be queued for %j',
    async (to) => {
      await expect(queue(service, codeMail(to))).rejects.toThrow('no e-mail address')
      expect(await mailRows(service)).toEqual([])
    },
  )

  it('cannot be queued once the service has sent its share of the day; F8: codes and other mails have one each', async () => {
    const limits = parseLimits('mail.code.all=2/86400,mail.other.all=1/86400') as Limits
    const spare = { ...service, settings: { ...service.settings, limits } }
    const other: NewMail = { kind: 'subscription', to: 'eve@example.org', params: {} }
    await queue(spare, codeMail(), codeMail(), other)
    for (const mail of [codeMail(), other])
      await expect(queue(spare, mail)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await mailRows(service)).toHaveLength(3)
  })

  it('cannot be queued with a hostile code', async () => {
    await expect(queue(service, codeMail('ada@example.org', '1\r\n.\r\n'))).rejects.toThrow('six digits')
  })
})

describe('sending', () => {
  it('delivers a mail, forgets its contents, and says nothing of it in the log', async () => {
    await queue(service, codeMail())
    await sendAll()
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.org']])
    expect(await stateOf()).toMatchObject({ state: 'sent', attempts: 1, payload: null, nextTryAt: null, problem: '' })
    expect(lines).toEqual([])
  })

  it('sends codes before other mails', async () => {
    await queue(service, { kind: 'subscription', to: 'a@example.org', params: {} }, codeMail('b@example.org'))
    const order: number[] = []
    await sendAll(async ({ id }) => (order.push(id), { outcome: 'sent' }))
    expect(order).toEqual([2, 1])
  })

  it('tries again half a minute after a temporary failure, and not before', async () => {
    const answers = [smtpError(451, 'later, ada@example.org'), undefined]
    const moody = await startMailServer({ answer: () => answers.shift() })
    await queue(service, codeMail())
    await sendAll(createSmtpPost(moody.url))
    expect(await stateOf()).toMatchObject({
      state: 'waiting',
      attempts: 1,
      nextTryAt: new Date('2026-03-10T12:00:30Z'),
    })
    service.clock.set('2026-03-10T12:00:29.999Z')
    await sendAll(createSmtpPost(moody.url))
    expect(moody.received).toHaveLength(0)
    service.clock.set('2026-03-10T12:00:30Z')
    await sendAll(createSmtpPost(moody.url))
    expect(moody.received).toHaveLength(1)
    expect(await stateOf()).toMatchObject({ state: 'sent', attempts: 2, problem: '' })
    await moody.stop()
  })

  it('gives up at once what the server refuses for good, and keeps nobody’s address in problem and log', async () => {
    const stern = await startMailServer({ answer: () => smtpError(550, '<ada@example.org> ada is unknown') })
    await queue(service, codeMail())
    await sendAll(createSmtpPost(stern.url))
    const row = await stateOf()
    expect(row).toMatchObject({ state: 'dead', attempts: 1, nextTryAt: null })
    expect(row?.problem).toMatch(/550/)
    expect(`${row?.problem}${lines.join()}`).not.toMatch(/ada|example\.org/)
    await stern.stop()
  })

  it('tries six times in seven hours and then gives up', async () => {
    await queue(service, codeMail())
    const tried: string[] = []
    const post = async (): Promise<Outcome> => (
      tried.push(service.now().toISOString()),
      { outcome: 'failed', problem: 'x' }
    )
    for (let row = await stateOf(); row?.nextTryAt; row = await stateOf()) {
      service.clock.set(row.nextTryAt.toISOString())
      await sendAll(post)
    }
    expect(tried.map((time) => time.slice(11, 19))).toEqual([
      '12:00:00',
      '12:00:30',
      '12:02:30',
      '12:12:30',
      '13:12:30',
      '19:12:30',
    ])
    expect(await stateOf()).toMatchObject({ state: 'dead', attempts: 6, problem: 'x' })
  })

  it('delivers what was queued while the mail server was down', async () => {
    await queue(service, codeMail())
    await server.stop()
    await sendAll()
    expect(await stateOf()).toMatchObject({ state: 'waiting', problem: expect.stringContaining('ECONNREFUSED') })
    // At another port: the old one may be somebody else's by now.
    server = await startMailServer()
    service.clock.set('2026-03-10T12:00:30Z')
    await sendAll()
    expect(server.received).toHaveLength(1)
  })

  it('does not send a code that has expired, and forgets it', async () => {
    await queue(service, { ...codeMail(), expiresAt: new Date('2026-03-10T12:10:00Z') })
    service.clock.set('2026-03-10T12:10:00Z')
    await sendAll()
    expect(server.received).toEqual([])
    expect(await stateOf()).toMatchObject({ state: 'dead', problem: 'expired', payload: null })
  })

  it('puts a mail off that cannot be opened, and goes on with the next', async () => {
    const foreign = { ...service, secrets: createSecrets(Buffer.alloc(32, 9)) }
    await queue(foreign, codeMail())
    await queue(service, codeMail())
    await sendAll()
    expect((await mailRows(service)).map(({ state }) => state)).toEqual(['waiting', 'sent'])
  })

  it('is not held up by one mail that takes long', async () => {
    await queue(service, codeMail('slow@example.org'))
    const slow = Promise.withResolvers<Outcome>()
    const done: string[] = []
    const sending = sendAll(async ({ to }) => {
      if (to.startsWith('slow')) return slow.promise
      done.push(to)
      if (done.length === 8) slow.resolve({ outcome: 'sent' })
      return { outcome: 'sent' }
    })
    await queue(service, ...Array.from({ length: 8 }, (_, one) => codeMail(`${one}@example.org`)))
    await sending
    expect(done).toHaveLength(8)
  })

  it('begins nothing more once it is stopped', async () => {
    await queue(service, codeMail(), codeMail())
    await sendMails(service, createSmtpPost(server.url), { stopped: AbortSignal.abort() })
    expect(server.received).toEqual([])
  })
})

/** What a process does before it sends; the tests then let it die. */
function claimOne(): Promise<Delivery> {
  return service.db.transaction(async (tx) => (await claimDue(tx, { channel: 'mail', now: tx.now, limit: 1 }))[0]!)
}

describe('once', () => {
  it('a process that dies before the server took the mail loses nothing: the mail goes out when the claim lapses', async () => {
    await queue(service, codeMail())
    await claimOne()
    service.clock.set('2026-03-10T12:04:59.999Z')
    await sendAll()
    expect(server.received).toHaveLength(0)
    service.clock.set('2026-03-10T12:05:00Z')
    await sendAll()
    expect(server.received).toHaveLength(1)
    expect(await stateOf()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('a process that dies after the server took the mail and before it noted so causes one double, of the same Message-ID', async () => {
    await queue(service, codeMail())
    const claimed = await claimOne()
    await createSmtpPost(server.url)(await createLetter(service, claimed))
    service.clock.set('2026-03-10T12:05:00Z')
    await sendAll()
    await sendAll()
    const mails = await Promise.all(server.received.map(({ raw }) => readMail(raw)))
    expect(mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(mails[0]!.messageId))
    expect(mails.map(({ text }) => text)).toEqual(Array(2).fill(mails[0]!.text))
  })

  it('a process that comes back after its claim lapsed cannot disturb the newer try', async () => {
    await queue(service, codeMail())
    const late = await claimOne()
    service.clock.set('2026-03-10T12:05:00Z')
    const newer = await claimOne()
    await service.db.transaction(async (tx) => {
      await recordFailure(tx, late, { status: null, nextTryAt: tx.now, problem: 'late' })
      await cancelDelivery(tx, late, { status: null, problem: 'late', now: tx.now })
    })
    expect(await stateOf()).toMatchObject({ state: 'sending', attempts: 2, nextTryAt: newer.lapsesAt, problem: '' })
  })

  it('a process that comes back after its claim lapsed still counts when the server took the mail', async () => {
    await queue(service, codeMail())
    const late = await claimOne()
    service.clock.set('2026-03-10T12:05:00Z')
    await sendAll(async () => ({ outcome: 'failed', problem: 'the newer try' }))
    await service.db.transaction((tx) => setDelivered(tx, late, { status: null, now: tx.now }))
    expect(await stateOf()).toMatchObject({ state: 'sent', payload: null, problem: '' })
  })

  it('a mail whose every try killed the process is given up, not tried for ever', async () => {
    await queue(service, codeMail())
    let time = service.now().getTime()
    for (let crash = 0; crash < 6; crash++) {
      await claimOne()
      service.clock.set(new Date((time += 300_000)).toISOString())
    }
    await sendAll()
    expect(server.received).toEqual([])
    expect(await stateOf()).toMatchObject({ state: 'dead', problem: expect.stringContaining('given up') })
  })
})
