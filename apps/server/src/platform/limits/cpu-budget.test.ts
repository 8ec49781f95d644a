import { type Endpoint, ENDPOINTS } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { messageOf, newWallet, signBody } from '../../../test/wallets.ts'
import { parseLimits } from '../settings/limits.ts'

let service: TestService
let tasks: string[]
beforeAll(async () => {
  const limits = parseLimits('verify.cpu.address=10000/600')
  if (typeof limits === 'string') throw new Error(limits)
  service = await startTestService({ limits, publicUrl: 'http://localhost' })
  const { run } = service.threads
  service.threads.run = (task, input, transfer, onCpu) => {
    tasks.push(task.name)
    return run(task, input, transfer, () => onCpu?.(10_000))
  }
})
afterAll(() => service.stop())

const WALLET = newWallet()
const PARAM = '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40'
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

async function callFrom(remoteAddress: string, { method, path, body, example }: Endpoint): Promise<number> {
  const payload = path === '/api/auth/siwe' ? await signBody(WALLET, messageOf(WALLET, service.now())) : example
  tasks = []
  const { statusCode } = await service.app.inject({
    method,
    url: path.replaceAll(/:\w+/g, PARAM),
    headers: { 'x-admin-secret': 'the-admin-secret' },
    remoteAddress,
    ...(body && { payload: payload as object }),
  })
  return statusCode
}

describe('processor time of a network address', () => {
  const counted = ENDPOINTS.filter(({ countsCpu }) => countsCpu)
  const others = ENDPOINTS.filter(({ countsCpu, isStream }) => !countsCpu && !isStream)

  it('counts wherever a body may be large', () => {
    const large = ENDPOINTS.filter(({ maxBodyBytes }) => maxBodyBytes !== undefined)
    expect(large.filter(({ countsCpu }) => !countsCpu).map(nameOf)).toEqual([])
  })

  it.each(counted.map((one, at) => [nameOf(one), one, `192.0.2.${at}`] as const))(
    '429: %s takes from it, and is refused when it is used up',
    async (_, one, address) => {
      expect(await callFrom(address, one)).not.toBe(429)
      expect(tasks).not.toEqual([])
      expect(await callFrom(address, one)).toBe(429)
      expect(tasks).toEqual([])
    },
  )

  it.each(others.map((one) => [nameOf(one), one] as const))('%s gives threads nothing to do', async (_, one) => {
    expect(await callFrom('192.0.2.200', one)).not.toBe(429)
    expect(tasks).toEqual([])
  })
})
