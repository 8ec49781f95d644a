import { verifyReceipt } from '@stillhere/receipt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { issue, rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { addMissingIssuerKey, checkIssuerHealth } from './issuer.ts'
import { listKeys } from './store.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const FOREIGN = createSecrets(Buffer.alloc(32, 8))
const networkSaysEnclave = async () =>
  (await service.call('GET', '/api/presence/network')).json().protocolEnclave as boolean

describe('the signing key', () => {
  it('is made once, however many processes start at the same time', async () => {
    const processes = Array.from({ length: 4 }, () => openDatabase({ connection: service.connection }))
    const { secrets, settings } = service
    await Promise.all([...processes, ...processes].map((db) => addMissingIssuerKey({ db, secrets, settings })))
    await addMissingIssuerKey(service)
    await Promise.all(processes.map((db) => db.close()))
    expect(await listKeys(service.db)).toHaveLength(1)
    expect(await checkIssuerHealth(service)).toEqual({ ok: true, error: '' })
  })

  it('is made by the first receipt where no start made it, and once by parallel first receipts', async () => {
    const receipts = await Promise.all(['a', 'b', 'c', 'd'].map((userId) => issue(service, { userId })))
    expect(new Set(receipts.map(({ issuer }) => issuer.id)).size).toBe(1)
  })

  it('lies sealed in the database', async () => {
    await addMissingIssuerKey(service)
    const [key] = await listKeys(service.db)
    const opened = service.secrets.open('issuer', key!.sealedSeed)
    expect(opened).toMatch(/^[0-9a-f]{16} [0-9a-f]{64}$/)
    expect(key!.sealedSeed.includes(Buffer.from(opened.slice(17), 'hex'))).toBe(false)
    expect(key!.sealedSeed.includes(opened.slice(17))).toBe(false)
  })

  it('database: refuses a second active key', async () => {
    await addMissingIssuerKey(service)
    const second = service.db.query(sql`
      INSERT INTO issuer_key (id, public_key, sealed_seed, active_from)
      VALUES (${'0'.repeat(16)}, ${'0'.repeat(64)}, ${Buffer.alloc(1)}, ${service.now()})`)
    await expect(second).rejects.toThrow('issuer_key_active')
  })
})

describe('a key that cannot be opened', () => {
  const breakages: [string, () => Promise<unknown>][] = [
    ['sealed under another SECRET_KEY', () => addMissingIssuerKey({ ...service, secrets: FOREIGN })],
    ['cut short', () => damage(Buffer.from('short'))],
    ['empty', () => damage(Buffer.alloc(0))],
    ['not a key at all', () => damage(service.secrets.seal('issuer', 'nonsense'))],
    ['the seed of another key', () => swapSeed()],
  ]

  async function damage(sealed: Buffer): Promise<void> {
    await addMissingIssuerKey(service)
    await service.db.query(sql`UPDATE issuer_key SET sealed_seed = ${sealed}`)
  }
  async function swapSeed(): Promise<void> {
    await rotate(service)
    await service.db.query(sql`UPDATE issuer_key SET sealed_seed = (SELECT sealed_seed FROM issuer_key LIMIT 1)`)
    await rotate(service)
    await service.db.query(sql`
      UPDATE issuer_key SET sealed_seed = (SELECT sealed_seed FROM issuer_key WHERE retired_at IS NOT NULL LIMIT 1)`)
  }

  it.each(breakages)('%s: shows as unhealthy and signs nothing', async (_name, breakIt) => {
    await breakIt()
    expect(await checkIssuerHealth(service)).toEqual({ ok: false, error: 'the signing key cannot be opened' })
    expect(await networkSaysEnclave()).toBe(false)
    await expect(issue(service)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await service.db.query(sql`SELECT 1 FROM receipt`)).toEqual([])
    expect((await service.call('GET', '/.well-known/continuity-issuer.json')).statusCode).toBe(200)
    expect((await service.call('GET', '/.well-known/continuity-status.json')).statusCode).toBe(503)
  })

  it('is healed by a rotation', async () => {
    await addMissingIssuerKey({ ...service, secrets: FOREIGN })
    await rotate(service)
    expect(await checkIssuerHealth(service)).toEqual({ ok: true, error: '' })
    expect(await networkSaysEnclave()).toBe(true)
    expect(verifyReceipt(await issue(service), { now: service.now() }).status).toBe('VALID')
  })
})

it('without a key the network says so', async () => {
  expect(await checkIssuerHealth(service)).toEqual({ ok: false, error: 'there is no signing key' })
  expect(await networkSaysEnclave()).toBe(false)
})
