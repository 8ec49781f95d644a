import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/process.ts'
import { issue, rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

// The receipt's own command line knows nothing of this service: what it accepts, any relying party can.
const RECEIPT_CLI = pathToFileURL(join(import.meta.dirname, '../../../../../packages/receipt/src/cli/main.ts')).href
const START = `import { main } from '${RECEIPT_CLI}'; await main()`
const NOON = '2026-03-10T12:00:00.000Z'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

function fileOf(content: unknown): string {
  const path = join(temporaryFolder(), 'file.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

function verifyElsewhere(content: unknown, options: string[]): Promise<number> {
  const command = [
    '--conditions=stillhere-source',
    '--input-type=module',
    '-e',
    START,
    'receipt',
    'verify',
    fileOf(content),
  ]
  return new Promise((resolve) => {
    execFile(process.execPath, [...command, ...options], (error) => resolve(error === null ? 0 : Number(error.code)))
  })
}

describe('with files of this service alone, stillhere-receipt', () => {
  it(
    'accepts a receipt and a chain, refuses a revoked one, a stranger’s and a stale list',
    {
      timeout: 60_000,
    },
    async () => {
      const chain = [await issue(service), await issue(service), await issue(service)]
      const alone = await issue(service, { userId: 'alone', audience: 'https://shop.example' })
      const { keys } = (await service.call('GET', '/.well-known/continuity-issuer.json')).json()
      const headers = { 'x-admin-secret': 'the-admin-secret' }
      await service.call('POST', `/api/admin/receipts/${alone.receiptId}/revoke`, { headers })
      const status = fileOf((await service.call('GET', '/.well-known/continuity-status.json')).json())
      const { publicKey: stranger } = await rotate(service)
      const pinned = ['--trusted', keys[0].publicKey, '--at', NOON]
      const codes = await Promise.all([
        verifyElsewhere(chain, [...pinned, '--status', status]),
        verifyElsewhere(alone, [...pinned, '--audience', 'https://shop.example']),
        verifyElsewhere(alone, [...pinned, '--status', status]),
        verifyElsewhere(alone, ['--trusted', stranger, '--at', NOON]),
        verifyElsewhere(chain, ['--trusted', keys[0].publicKey, '--status', status]),
      ])
      expect(codes).toEqual([0, 0, 1, 2, 3])
    },
  )
})
