import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServiceProcess, startService } from '../../../../scripts/service-process.ts'
import { type Client, createClient, pages } from './index.ts'

let service: ServiceProcess
let client: Client
const email = 'ada@example.org'

beforeAll(async () => {
  service = await startService()
  client = createClient({ baseUrl: service.address })
}, 120_000)
afterAll(() => service?.stop(), 60_000)

describe('against the real service', { timeout: 120_000 }, () => {
  it('leads from an invite code to an active node that reads and changes its own things', async () => {
    const [invite_code = ''] = service.invites
    expect(await client.validateInvite({ code: invite_code })).toMatchObject({ valid: true })
    await client.sendOtp({ email, invite_code })
    const { node_token: token, status } = await client.verifyOtp({ email, otp: await service.mailedCode(email) })
    expect(status).toBe('GENESIS_NODE')

    const own = createClient({ baseUrl: `${service.address}/`, token: async () => token })
    expect((await own.recordEntropy({ email, pesScore: 0.9 })).entropyGain).toBeGreaterThan(0)
    expect(await own.renameNode({ node_handle: 'quiet-river' })).toMatchObject({ node_handle: 'quiet-river' })
    expect((await own.listTokens()).tokens).toHaveLength(1)
    await expect(client.getPrivileges({ email })).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(await own.getPrivileges({ email })).toMatchObject({ node_handle: 'quiet-river', is_genesis: true })
  })

  it('does a POST once, however often its key is sent, and refuses another body under it', async () => {
    const once = { idempotencyKey: 'a-key-of-the-caller-1' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.handshake(GRACE, once)))
    expect(new Set(answers.map(({ node_token }) => node_token)).size).toBe(1)
    const other = client.handshake({ ...GRACE, email: 'other@example.org' }, once)
    await expect(other).rejects.toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('names the bad field of a refused body', async () => {
    const refused = await client.subscribe({ email: 'nobody' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer: '/email' }], attempts: 1 })
  })

  it('shows the admin secret to admin endpoints, encodes what stands in paths, and walks through pages', async () => {
    const admin = createClient({ baseUrl: service.address, adminSecret: service.adminSecret })
    await admin.createInvites({ count: 2 })
    const seen: string[] = []
    for await (const { invites } of pages(admin.listInvites, { limit: 5 })) seen.push(...invites.map(({ id }) => id))
    expect([seen.length, new Set(seen).size]).toEqual([12, 12])
    expect(await admin.revokeInvite({ id: seen[0] ?? '' })).toEqual({ success: true })
    await expect(admin.getAgent({ id: 'agent:none/../x@example.org' })).rejects.toMatchObject({
      code: 'AGENT_NOT_FOUND',
    })
    await expect(client.listInvites()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(admin.runCalibration()).rejects.toMatchObject({ code: 'INSUFFICIENT_DATA' })
  })

  it('calls every endpoint that needs nothing', async () => {
    const admin = createClient({ baseUrl: service.address, adminSecret: service.adminSecret })
    expect((await admin.getHealth()).status).toMatch(/healthy|degraded/)
    expect((await admin.getCallerAddress()).address).toBe('127.0.0.1')
    expect((await admin.getNodeCount()).humans).toBeGreaterThanOrEqual(0)
    expect(await admin.deactivateCalibration()).toEqual({ success: true })
    expect((await admin.getIssuer()).keys).toHaveLength(1)
    expect((await admin.requestChallenge({ purpose: 'verify' })).actions).toHaveLength(6)
    expect(await admin.verifyReceipt({ receipt: {} })).toMatchObject({ status: 'INVALID' })
  })
})

const GRACE = { email: 'grace@example.org', origin_domain: 'app.example.org' }
