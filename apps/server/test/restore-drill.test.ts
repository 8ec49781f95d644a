import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runBackup } from '../src/app/cli/backup.ts'
import { type StartedService, startService } from '../src/app/start.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { addMissingIssuerKey } from '../src/scan/receipts/issuer.ts'
import { addNode } from './nodes.ts'
import { databaseUrl, endProcesses, INHERITED, temporaryFolder } from './process.ts'
import { issue } from './receipts.ts'
import { type Scratch, scratchDatabase } from './scratch-database.ts'
import { activate, lastCode, post } from './sign-in.ts'
import { createTestApp } from './test-app.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SCRIPT = join(ROOT, 'deploy', 'restore-drill.sh')
const ADA = 'ada@example.org'
const AUDIENCE = 'https://shop.example'

let from: Scratch
let to: Scratch
let folder: string
let token: string
let revoked: string
beforeAll(async () => {
  folder = temporaryFolder()
  ;[from, to] = [await scratchDatabase(), await scratchDatabase()]
  await live()
  const settings = readSettings(environmentOf(from, folder))
  await runBackup([join(folder, 'backup.gz')], { settings, print: () => {}, showProgress: () => {} })
})
afterAll(async () => {
  await endProcesses()
  await from.drop()
  await to.drop()
})

const environmentOf = ({ connection }: Scratch, dataDir: string) => ({
  DATABASE_URL: databaseUrl(connection),
  DATA_DIR: dataDir,
})

async function start(scratch: Scratch, dataDir: string): Promise<StartedService> {
  return startService(readSettings(environmentOf(scratch, dataDir)), () => {})
}

/** What a service goes through before its machine burns: somebody joins, and has receipts, one of them revoked. */
async function live(): Promise<void> {
  const { service, stop } = await start(from, folder)
  await addMissingIssuerKey(service)
  const app = createTestApp(service)
  token = (await activate({ ...service, app }, ADA)).json().node_token
  await addNode(service, { handle: 'somebody-else' })
  writeFileSync(join(folder, 'receipt.json'), JSON.stringify(await issue(service, { audience: AUDIENCE })))
  const other = await issue(service, { audience: AUDIENCE })
  const headers = { 'x-admin-secret': service.settings.adminSecret ?? '' }
  await app.inject({ method: 'POST', url: `/api/admin/receipts/${other.receiptId}/revoke`, headers })
  revoked = JSON.stringify(other)
  await app.close()
  await stop()
}

function runDrill(): Promise<{ stdout: string }> {
  const env = {
    ...INHERITED,
    STILLHERE: `${process.execPath} --conditions=stillhere-source ${join(ROOT, 'apps/server/bin/stillhere.js')}`,
    BACKUP: join(folder, 'backup.gz'),
    KEY: join(folder, 'secret-key'),
    RECEIPT: join(folder, 'receipt.json'),
    DRILL_DATABASE_URL: databaseUrl(to.connection),
    // As in the shell of an operator, where the running service's settings may stand.
    DATABASE_URL: databaseUrl(from.connection),
  }
  return promisify(execFile)('bash', [SCRIPT], { env })
}

it('the guide shows the drill as it is', () => {
  expect(readFileSync(join(ROOT, 'docs/guides/back-up.md'), 'utf8')).toContain(readFileSync(SCRIPT, 'utf8'))
})

describe('the drill', () => {
  it('restores, knows the receipt, and finds nothing broken', async () => {
    const { stdout } = await runDrill()
    expect(stdout).toMatch(/^restored \d+ rows/m)
    expect(stdout).toMatch(/^VALID /m)
    expect(stdout).toMatch(/^0 broken/m)
    expect(stdout).toMatch(/^The drill went well/m)
  })

  it('leaves a service in which the same people are signed in and sign in, and the same receipts are good', async () => {
    const place = temporaryFolder()
    copyFileSync(join(folder, 'secret-key'), join(place, 'secret-key'))
    const { service, stop } = await start(to, place)
    const app = createTestApp(service)
    const known = { method: 'GET', url: '/api/node/tokens', headers: { authorization: `Bearer ${token}` } } as const
    expect((await app.inject(known)).statusCode).toBe(200)
    await post({ app }, '/api/send-otp', { email: ADA })
    const signedIn = await post({ app }, '/api/verify-otp', { email: ADA, otp: await lastCode(service, ADA) })
    expect([signedIn.statusCode, signedIn.json().status]).toEqual([200, 'GENESIS_NODE'])
    const judge = async (receipt: string) =>
      (await post({ app }, '/api/verify-receipt', { receipt: JSON.parse(receipt), audience: AUDIENCE })).json()
    expect((await judge(readFileSync(join(folder, 'receipt.json'), 'utf8'))).status).toBe('VALID')
    expect((await judge(revoked)).verdict.kind).toBe('revoked')
    await app.close()
    await stop()
  })
})
