import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MailServer, smtpError, startMailServer } from '../../../test/mail-server.ts'
import { isLoopback, createSmtpPost } from './transport.ts'

const LETTER = {
  id: 1,
  messageId: '<one@example.org>',
  from: 'stillhere@example.org',
  to: 'ada@example.org',
  raw: Buffer.from('Subject: Hello\r\n\r\n.a line that begins with a dot\r\n'),
}

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function mailServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options)
  stops.push(server.stop)
  return server
}

/** A server that speaks no SMTP at all. */
async function rawServer(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('sending by SMTP', () => {
  it('delivers the letter as it is', async () => {
    const server = await mailServer()
    expect(await createSmtpPost(server.url)(LETTER)).toEqual({ outcome: 'sent' })
    expect(server.received).toEqual([
      { from: 'stillhere@example.org', to: ['ada@example.org'], secure: false, raw: LETTER.raw.toString() },
    ])
  })

  it('delivers to an address that is not ASCII', async () => {
    const server = await mailServer()
    expect(await createSmtpPost(server.url)({ ...LETTER, to: 'žofie@example.org' })).toEqual({ outcome: 'sent' })
    expect(server.received[0]?.to).toEqual(['žofie@example.org'])
  })

  it.each([
    [450, 'failed'],
    [452, 'failed'],
    [550, 'refused'],
    [554, 'refused'],
  ])('takes %i as %s, whether said to the recipient or to the data', async (status, outcome) => {
    const refusal = smtpError(status, 'not for ada@example.org')
    const atData = await mailServer({ answer: () => refusal })
    const atRecipient = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal) })
    for (const { url } of [atData, atRecipient]) {
      const posted = await createSmtpPost(url)(LETTER)
      expect(posted).toEqual({ outcome, problem: expect.stringContaining(`${status}`) })
      expect(JSON.stringify(posted)).not.toMatch(/ada|@/)
    }
  })

  it('tries again when the server refuses our login, for that is not the mail’s fault', async () => {
    const server = await mailServer({
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(smtpError(535, 'wrong password')),
    })
    const posted = await createSmtpPost(server.url.replace('//', '//user:secret-word@'))(LETTER)
    expect(posted).toEqual({ outcome: 'failed', problem: expect.stringContaining('535') })
    expect(JSON.stringify(posted)).not.toContain('secret-word')
  })

  it('logs in with user and password, which may be written in percent signs', async () => {
    const seen: unknown[] = []
    const server = await mailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password])
        done(null, { user: username })
      },
    })
    const url = server.url.replace('//', '//me%40example.org:p%2Fw@')
    expect(await createSmtpPost(url)(LETTER)).toEqual({ outcome: 'sent' })
    expect(seen).toEqual([['me@example.org', 'p/w']])
  })

  it('tries again when the server demands a login that SMTP_URL does not have', async () => {
    const server = await mailServer({ disabledCommands: ['STARTTLS'], authOptional: false })
    expect(await createSmtpPost(server.url)(LETTER)).toMatchObject({ outcome: 'failed' })
  })

  it('fails when nobody listens', async () => {
    const server = await startMailServer()
    await server.stop()
    expect(await createSmtpPost(server.url)(LETTER)).toEqual({
      outcome: 'failed',
      problem: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it.each<[string, (socket: Socket) => void]>([
    ['never says a word', () => {}],
    ['closes the door', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['stops after the greeting', (socket) => socket.write('220 hello\r\n')],
    ['ends after the greeting', (socket) => socket.end('220 hello\r\n')],
  ])('fails, and does not hang, when the server %s', async (_name, talk) => {
    const post = createSmtpPost(await rawServer(talk), { greetingMs: 200, silenceMs: 200 })
    expect(await post(LETTER)).toMatchObject({ outcome: 'failed', problem: expect.stringMatching(/./) })
  })

  it('fails when the server goes on and on without an end', async () => {
    const url = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const post = createSmtpPost(url, { deadlineMs: 200 })
    expect(await post(LETTER)).toMatchObject({ outcome: 'failed' })
  })
})

/** The same server under an address that does not count as this machine. */
function elsewhere({ url }: MailServer): string {
  return url.replace('127.0.0.1', '0.0.0.0')
}

describe('TLS', () => {
  // The server warns that its certificate is everybody's.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
  afterEach(() => void vi.restoreAllMocks())

  it('is demanded of a server that is not on this machine', async () => {
    const server = await mailServer()
    const posted = await createSmtpPost(elsewhere(server))(LETTER)
    expect(posted).toEqual({ outcome: 'failed', problem: expect.stringMatching(/STARTTLS|TLS/) })
    expect(server.received).toEqual([])
  })

  it('is used where the server has it', async () => {
    const server = await mailServer({ disabledCommands: ['AUTH'] })
    const post = createSmtpPost(elsewhere(server), { tls: { rejectUnauthorized: false } })
    expect(await post(LETTER)).toEqual({ outcome: 'sent' })
    expect(server.received[0]?.secure).toBe(true)
  })

  it('demands a certificate that this machine trusts', async () => {
    const server = await mailServer({ disabledCommands: ['AUTH'] })
    expect(await createSmtpPost(elsewhere(server))(LETTER)).toEqual({
      outcome: 'failed',
      problem: expect.stringMatching(/certificate/i),
    })
    expect(server.received).toEqual([])
  })

  it('may be of any make on this machine', async () => {
    const server = await mailServer({ disabledCommands: ['AUTH'] })
    expect(await createSmtpPost(server.url)(LETTER)).toEqual({ outcome: 'sent' })
    expect(server.received[0]?.secure).toBe(true)
  })

  it('is there from the start with smtps://', async () => {
    const server = await mailServer({ secure: true })
    const post = createSmtpPost(elsewhere(server).replace('smtp:', 'smtps:'), { tls: { rejectUnauthorized: false } })
    expect(await post(LETTER)).toEqual({ outcome: 'sent' })
  })

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['127.0.0.1.example.org', false],
    ['localhost.example.org', false],
    ['mail.example.org', false],
    ['10.0.0.1', false],
  ])('counts %s as this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })
})
