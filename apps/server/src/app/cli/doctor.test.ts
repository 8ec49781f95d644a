import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl, endProcesses, temporaryFolder } from '../../../test/process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { startService } from '../start.ts'
import { checkClock, checkSettings, runDoctor, judge } from './doctor.ts'

let service: TestService
let dataDir: string
let env: Record<string, string>

beforeAll(async () => {
  service = await startTestService()
  dataDir = temporaryFolder()
  env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(service.connection) }
  const started = await startService(readSettings(env), () => {})
  await started.stop()
})
afterAll(async () => {
  await service.stop()
  await endProcesses()
})

async function examine(more: Record<string, string> = {}) {
  const lines: string[] = []
  const code = await runDoctor([], {
    settings: readSettings({ ...env, ...more }),
    print: (line) => lines.push(line),
    showProgress: () => {},
  })
  return { code, lines }
}

describe('doctor', () => {
  it('finds nothing wrong with a new installation but that no mail is sent', async () => {
    const { code, lines } = await examine()
    expect(code).toBe(0)
    expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([
      expect.stringMatching(/^warn {2}mail {10}SMTP_URL is not set, so no mail is sent/),
      '0 broken, 1 worth a look',
    ])
    expect(lines.join('\n')).toMatch(/ok {4}database {6}PostgreSQL \d+/)
  })

  it('--json: the same findings for programs', async () => {
    const lines: string[] = []
    const code = await runDoctor(['--json'], {
      settings: readSettings(env),
      print: (line) => lines.push(line),
      showProgress: () => {},
    })
    const { broken, doubtful, findings } = JSON.parse(lines.join('\n'))
    expect([code, broken, doubtful]).toEqual([0, 0, 1])
    expect(findings).toContainEqual({ mood: 'warn', about: 'mail', says: expect.stringMatching(/^SMTP_URL is not/) })
  })

  it('examines the second host of DATABASE_URL where the first is down', async () => {
    const lines: string[] = []
    const databaseUrls = ['postgresql://ada@127.0.0.1:1/stillhere', databaseUrl(service.connection)]
    const settings = { ...readSettings(env), databaseUrls }
    const code = await runDoctor([], { settings, print: (line) => lines.push(line), showProgress: () => {} })
    expect([code, lines.at(-1)]).toEqual([0, '0 broken, 1 worth a look'])
  })

  it('warns of a replica that is none, and of one that does not answer', async () => {
    const own = await examine({ DATABASE_READ_URL: databaseUrl(service.connection) })
    expect(own.lines.join('\n')).toMatch(/warn {2}replica {7}DATABASE_READ_URL leads to no replica/)
    const away = await examine({ DATABASE_READ_URL: 'postgresql://nobody@127.0.0.1:1/nothing' })
    expect([away.code, away.lines.join('\n')]).toEqual([
      0,
      expect.stringContaining('the database answers in its place'),
    ])
  })

  it('finds a secret that others can read', async () => {
    chmodSync(join(dataDir, 'secret-key'), 0o644)
    const { code, lines } = await examine()
    chmodSync(join(dataDir, 'secret-key'), 0o600)
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('fail'))).toEqual([
      expect.stringContaining('secret-key can be read by others'),
    ])
  })

  it('F17: warns of an admin secret with fewer than 8 different characters, and does not print it', async () => {
    const file = join(dataDir, 'admin-secret')
    const made = readFileSync(file, 'utf8')
    writeFileSync(file, 'secretsecretsecret\n')
    const { code, lines } = await examine()
    writeFileSync(file, made)
    expect([code, lines.at(-1)]).toEqual([0, '0 broken, 2 worth a look'])
    expect(lines.join('\n')).toContain(`warn  admin secret  ${file} is easy to guess`)
    expect(lines.join('\n')).not.toContain('secretsecret')
  })

  it('finds a foreign SECRET_KEY and a database that does not answer', async () => {
    const foreign = (await examine({ SECRET_KEY: 'another-key-of-tests' })).lines.join('\n')
    expect(foreign).toContain('fail  fingerprint')
    expect(foreign).toMatch(/^warn {2}issuer +the signing key cannot be opened/m)
    const nowhere = await examine({ DATABASE_URL: 'postgresql://a@localhost/a?host=/nowhere' })
    expect(nowhere.lines.join('\n')).toContain('fail  database')
    expect(nowhere.code).toBe(1)
  })

  it('tries through PUBLIC_URL whether a forged address is believed', async () => {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { lines } = await examine({ PUBLIC_URL: address, ADMIN_SECRET: 'the-admin-secret' })
    // This service trusts its peer, who is on the same machine and forges.
    expect(lines.join('\n')).toContain('fail  proxy         callers can choose their address')
  })

  it('does not send the admin secret over plain HTTP to another machine', async () => {
    expect((await examine({ PUBLIC_URL: 'http://example.org' })).lines.join('\n')).toContain(
      'warn  proxy         not tried',
    )
  })
})

describe('its judgments', () => {
  it.each([
    ['192.0.2.77', false, 'fail'],
    ['127.0.0.1', false, 'warn'],
    ['127.0.0.1', true, 'ok'],
    ['198.51.100.4', false, 'ok'],
  ])('the service sees %s, on this machine %s: %s', (seen, isLocal, mood) => {
    expect(judge(seen, isLocal).mood).toBe(mood)
  })

  it.each([
    [{}, 'ok'],
    [{ HOST: '0.0.0.0' }, 'fail'],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://a.example.org' }, 'warn'],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example.org' }, 'ok'],
  ])('an address by %o: %s', (settings, mood) => {
    const found = checkSettings(readSettings(settings)).find(({ about }) => about === 'address')
    expect(found?.mood).toBe(mood)
  })

  it('names the address at which a service listens beside it, also where PORT differs', () => {
    const DATA_DIR = temporaryFolder()
    const addressBy = (given: object) =>
      checkSettings(readSettings({ DATA_DIR, ...given })).find(({ about }) => about === 'address')
    expect(addressBy({})?.says).toBe('http://127.0.0.1:8787, from this machine only')
    writeFileSync(join(DATA_DIR, 'address'), 'https://192.168.1.20:8788\n')
    for (const other of [{}, { HOST: '0.0.0.0' }])
      expect(addressBy(other)).toMatchObject({
        mood: 'ok',
        says: 'https://192.168.1.20:8788, where the service listens now',
      })
  })

  it.each([
    [{}, undefined],
    [{ HOST: 'localhost' }, undefined],
    [{ ETH_RPC_URL: 'http://127.0.0.1:8545' }, 'warn'],
    [{ ETH_RPC_URL: 'http://127.0.0.1:8545', PUBLIC_URL: 'https://a.example.org' }, undefined],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example.org' }, undefined],
  ])('wallets without a name that messages are meant for, by %o: %s', (settings, mood) => {
    const found = checkSettings(readSettings(settings)).find(({ about }) => about === 'wallets')
    expect(found?.mood).toBe(mood)
  })

  it('Node 22 is too old, and AUTH_MODE=open worth a look', () => {
    const findings = checkSettings(readSettings({ AUTH_MODE: 'open' }), '22.1.0')
    expect(findings.find(({ about }) => about === 'node')?.mood).toBe('fail')
    expect(findings.find(({ about }) => about === 'access')?.mood).toBe('warn')
  })

  it('a clock may be five seconds off', () => {
    expect(checkClock(new Date(0), new Date(5000)).mood).toBe('ok')
    expect(checkClock(new Date(5001), new Date(0)).mood).toBe('warn')
  })
})
