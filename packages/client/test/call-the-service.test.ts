import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServiceProcess, startService } from '../../../scripts/service-process.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'call-the-service.ts')
let service: ServiceProcess

beforeAll(async () => {
  service = await startService()
}, 120_000)
afterAll(() => service?.stop(), 60_000)

it('runs the example against the service: counts, an unknown person, and a refusal that names the field', async () => {
  expect(await printedWith({ STILLHERE_URL: service.address })).toBe(
    [
      '0 humans and 0 agents',
      'ada is a stranger',
      '400 INVALID_REQUEST /email must be an e-mail address',
      '/email must be an e-mail address',
      '',
    ].join('\n'),
  )
}, 60_000)

async function printedWith(env: Record<string, string>): Promise<string> {
  const options = { env: { ...process.env, ...env } }
  return (await promisify(execFile)(process.execPath, ['--conditions=stillhere-source', EXAMPLE], options)).stdout
}
