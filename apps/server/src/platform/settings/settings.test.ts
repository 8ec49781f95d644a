import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { SETTING_WORDS } from './words.ts'

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      dataDir: join(process.cwd(), 'data'),
      databaseUrls: undefined,
      databasePooler: 'none',
      databaseReadUrl: undefined,
      adminSecret: undefined,
      secretKey: undefined,
      smtpUrl: undefined,
      publicUrl: undefined,
      invites: 'required',
      invitePrefix: 'SERVICE',
      authMode: 'lock',
      trustProxy: ['loopback'],
      corsOrigins: 'loopback',
      tls: undefined,
      logLevel: 'info',
    })
  })

  it.each([
    ['blank values as absent', { HOST: ' ', PORT: '', CORS_ORIGINS: '' }, { host: '127.0.0.1', port: 8787 }],
    ['HOST and PORT', { HOST: '::1', PORT: '80' }, { host: '::1', port: 80 }],
    ['the lowest port', { PORT: '0' }, { port: 0 }],
    ['the highest port', { PORT: '65535' }, { port: 65_535 }],
    ['a public address without its last slash', { PUBLIC_URL: 'https://a.org/' }, { publicUrl: 'https://a.org' }],
    ['recordings', { RESEARCH_RECORDINGS: '0' }, { researchRecordings: 0 }],
    ['connections', { CONNECTIONS_PER_ADDRESS: '20' }, { connectionsPerAddress: 20 }],
    ['no proxies', { TRUST_PROXY: 'none' }, { trustProxy: [] }],
    [
      'proxies',
      { TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8, ::1' },
      { trustProxy: ['loopback', '10.0.0.0/8', 'fd00::/8', '::1'] },
    ],
    [
      'origins',
      { CORS_ORIGINS: 'https://a.org, http://b.org:8080' },
      { corsOrigins: ['https://a.org', 'http://b.org:8080'] },
    ],
    [
      'a limit',
      { LIMITS: 'lookup.address = 5/10' },
      { limits: expect.objectContaining({ 'lookup.address': { count: 5, perSeconds: 10 } }) },
    ],
  ])('understands %s', (_, env, expected) => {
    expect(readSettings(env)).toMatchObject(expected)
  })

  it.each(['65536', '-1', '80.5', '1e3', '0x50', '8 0', 'http', '99999999999'])('refuses PORT=%s by name', (port) => {
    expect(() => readSettings({ PORT: port })).toThrow(/^PORT must be a whole number from 0 to 65535, not "/)
  })

  it.each([
    ['DATABASE_URL', 'mysql://secret@a/b'],
    ['SMTP_URL', 'http://secret@a'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://a?requireTLS=false'],
    ['SMTP_URL', 'smtp://a#debug'],
    ['MAIL_FROM', 'A <a@a.org>, B <b@b.org>'],
    ['PUBLIC_URL', 'example.org/secret'],
    ['PUBLIC_URL', 'https://example.org/?a=b'],
    ['PUBLIC_URL', 'https://example.org/#a'],
    ['PUBLIC_URL', 'https://ada@example.org'],
    ['ADMIN_SECRET', 'secret'],
    ['RESEARCH_RECORDINGS', '-1'],
    ['RESEARCH_RECORDINGS', '1000000'],
    ['CONNECTIONS_PER_ADDRESS', '0'],
    ['CONNECTIONS_PER_ADDRESS', 'many'],
    ['ADMIN_SECRET', 'secretsecretsecret'],
    ['SECRET_KEY', 'secret'],
    ['LIMITS', 'secret=1/1'],
    ['LIMITS', 'lookup.address=many/60'],
    ['LIMITS', 'lookup.address=1/99999999999999'],
    ['INVITES', 'closed'],
    ['INVITE_PREFIX', 'lower'],
    ['AUTH_MODE', 'shut'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['CORS_ORIGINS', 'https://a.org/path'],
    ['CORS_ORIGINS', '*'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['ETH_RPC_URL', 'ws://localhost:8545'],
    ['TLS_CERT', '/nowhere/cert.pem'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}\\b`))
  })

  it.each([
    ['DATABASE_URL', 'mysql://secret@a/b'],
    ['SMTP_URL', 'http://secret@a'],
    ['ADMIN_SECRET', 'secret'],
  ])('does not print %s, which may hold a password', (name, value) => {
    expect(() => readSettings({ [name]: value })).not.toThrow(/secret@|"secret"/)
  })

  it.each([
    ['foo=1', 'LIMITS: "foo=1" is not NAME=COUNT/SECONDS, as in code.send.all=5000/600'],
    ['foo=1/2', 'LIMITS: there is no budget "foo". docs/settings.md has all of them'],
    [
      'mail.code=1/2',
      'LIMITS: there is no budget "mail.code"; those of mail.* are mail.code.all, mail.other.all. docs/settings.md has all of them',
    ],
  ])('says what is wrong with LIMITS=%s, without naming sixty budgets', (LIMITS, message) => {
    expect(() => readSettings({ LIMITS })).toThrow(message)
  })

  it('F17: takes an ADMIN_SECRET of 16 characters if 8 of them are different, and says how many it misses', () => {
    expect(readSettings({ ADMIN_SECRET: 'abcdefghaaaaaaaa' }).adminSecret).toBe('abcdefghaaaaaaaa')
    expect(() => readSettings({ ADMIN_SECRET: 'abcdefgaaaaaaaaa' })).toThrow(
      'ADMIN_SECRET must have at least 8 different characters',
    )
  })

  it('refuses TLS files that are no pair', () => {
    const file = join(import.meta.dirname, 'settings.ts')
    expect(() => readSettings({ TLS_CERT: file, TLS_KEY: file })).toThrow(/^TLS_CERT and TLS_KEY must be/)
  })
})

it('SETTING_WORDS describes every setting that is read, and no other', () => {
  const asked = new Set<string>()
  readSettings(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))
  expect(new Set(Object.keys(SETTING_WORDS))).toEqual(asked)
})

describe('a sandbox', () => {
  it('is none unless it is asked for, and keeps its data apart', () => {
    expect(readSettings({})).toMatchObject({ sandbox: false, dataDir: resolve('data') })
    expect(readSettings({ SANDBOX: 'yes' })).toMatchObject({ sandbox: true, dataDir: resolve('data-sandbox') })
  })

  it('has its data where DATA_DIR says', () => {
    const DATA_DIR = resolve('elsewhere')
    expect(readSettings({ DATA_DIR, SANDBOX: 'yes' }).dataDir).toBe(DATA_DIR)
  })

  it('refuses no simulation, though a service does unless it is told not to', () => {
    const reads = (env: Record<string, string>) => readSettings(env).refusesSimulation
    expect([reads({}), reads({ REFUSE_SIMULATION: 'no' })]).toEqual([true, false])
    expect(reads({ SANDBOX: 'yes', REFUSE_SIMULATION: 'yes' })).toBe(false)
  })

  it('is asked for by yes or no', () => {
    expect(() => readSettings({ SANDBOX: 'true' })).toThrow('SANDBOX must be one of no, yes, not "true"')
  })
})
