import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Receipt, verifyReceipt } from '@stillhere/receipt'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { runStillhereHere } from '../../../test/command.ts'
import { databaseUrl, endProcesses, runStillhere, temporaryFolder } from '../../../test/process.ts'
import { issue } from '../../../test/receipts.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { computeSecrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { addMissingIssuerKey } from '../../scan/receipts/issuer.ts'
import { listKeys } from '../../scan/receipts/store.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

// Receipts with the key of a person, of the conformance kit.
const KIT = join(import.meta.dirname, '../../../../../packages/receipt/vectors/cases/approval.json')
const approvals: { name: string; receipt: string }[] = JSON.parse(readFileSync(KIT, 'utf8')).cases

const SECRET_KEY = 'a-secret-key-of-tests'

let scratch: Scratch
let service: Service
beforeAll(async () => {
  scratch = await scratchDatabase()
  const secrets = computeSecrets(SECRET_KEY)
  service = { db: scratch.db, secrets, settings: { sandbox: false }, now: () => new Date() } as Service
  await addMissingIssuerKey(service)
})
afterEach(endProcesses)
afterAll(() => scratch.drop())

const envOf = () => ({ DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl(scratch.connection), SECRET_KEY })
const run = (...args: string[]) => runStillhere(args, envOf()).exited
const runHere = (...args: string[]) => runStillhereHere(args, envOf())

function fileOf(content: unknown): string {
  const path = join(temporaryFolder(), 'receipt.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

it('processes that start at the same time on a new database make one signing key', async () => {
  const fresh = await scratchDatabase()
  const env = { DATABASE_URL: databaseUrl(fresh.connection), SECRET_KEY }
  const starts = Array.from(
    { length: 3 },
    () => runStillhere(['invite'], { DATA_DIR: temporaryFolder(), ...env }).exited,
  )
  expect((await Promise.all(starts)).map(({ code }) => code)).toEqual([0, 0, 0])
  const keys = await listKeys(fresh.db)
  await fresh.drop()
  expect(keys.map(({ retiredAt }) => retiredAt)).toEqual([null])
})

it('verify: 0 for a receipt of this service, 1 for an edited one and for another audience', async () => {
  const receipt: Receipt = await issue(service, { audience: 'https://shop.example' })
  const [good, edited] = await Promise.all([
    run('verify', fileOf(receipt)),
    run('verify', fileOf({ ...receipt, verdict: 'FAIL' })),
  ])
  const meant = await runHere('verify', fileOf(receipt), '--audience', 'https://shop.example')
  const other = await runHere('verify', fileOf(receipt), '--audience', 'https://bank.example')
  expect([good.code, good.stdout]).toEqual([
    0,
    expect.stringMatching(/^VALID {2}Authentic, signed by this service on /),
  ])
  expect(meant.code).toBe(0)
  expect([edited.code, edited.stdout]).toEqual([
    1,
    expect.stringMatching(/^INVALID {2}INVALID_SIGNATURE {2}It was changed /),
  ])
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('AUDIENCE_MISMATCH')])
})

it('verify: 2 for an authentic receipt of an unknown issuer', async () => {
  const elsewhere = await scratchDatabase()
  const stranger = { ...service, db: elsewhere.db, secrets: computeSecrets('a-secret-key-of-strangers') }
  await addMissingIssuerKey(stranger)
  const receipt = await issue(stranger, { audience: 'https://shop.example' })
  await elsewhere.drop()
  const unknown = await runHere('verify', fileOf(receipt))
  expect([unknown.code, unknown.stdout]).toEqual([
    2,
    expect.stringMatching(/^UNTRUSTED {2}UNTRUSTED_ISSUER {2}Signed with a key that is not/),
  ])
  const other = await runHere('verify', fileOf(receipt), '--audience', 'https://bank.example')
  expect([other.code, other.stdout]).toEqual([1, expect.stringMatching(/^INVALID {2}/)])
})

it('verify: shows each check in a row, in the words of stillhere-receipt', async () => {
  const receipt = await issue(service, { audience: 'https://shop.example' })
  const judged = await runHere('verify', fileOf({ ...receipt, verdict: 'FAIL' }), '--audience', 'https://bank.example')
  const lines = judged.stdout.split('\n')
  for (const line of [
    'V1  Form         PASS     All required fields are present and valid, and there are no others.',
    'Trust        PASS: Its key is among those you trust.',
  ])
    expect(lines).toContain(line)
  expect(judged.stdout).toMatch(/^V2 {2}Signature {4}FAIL {5}[A-Z].*\. \(INVALID_SIGNATURE\)$/m)
  expect(judged.stdout).toMatch(/^Audience {5}FAIL: .*\(AUDIENCE_MISMATCH\)$/m)
  expect(judged.stdout).toMatch(/^Hash {9}[0-9a-f]{64}$/m)
})

it('verify: lets no receipt write to the terminal', async () => {
  const receipt = await issue(service)
  const judged = await runHere('verify', fileOf({ ...receipt, '\u001b[2J': 1 }))
  expect([judged.code, judged.stdout]).toEqual([1, expect.not.stringContaining('\u001b')])
})

it('verify --json: the report of POST /api/verify-receipt', async () => {
  const receipt = await issue(service)
  const { code, stdout } = await runHere('verify', fileOf(receipt), '--json')
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { status: 'VALID', checks: { V2: 'PASS' }, verdict: { kind: 'fresh' } },
  ])
})

it('verify: 1 for a receipt whose person’s key signed something else, whatever its issuer says', async () => {
  const forged = approvals.find(({ name }) => name === 'approval/signed-other-action')!.receipt
  const judged = await runHere('verify', fileOf(forged))
  expect([judged.code, judged.stdout]).toEqual([1, expect.stringMatching(/^INVALID /)])
  expect(judged.stdout).toMatch(/^V8 {2}Person {7}FAIL {5}.*\(APPROVER_MISMATCH\)$/m)
  const asJson = JSON.parse((await runHere('verify', fileOf(forged), '--json')).stdout)
  expect(asJson).toMatchObject({ status: 'INVALID', approver: { outcome: 'FAIL', code: 'APPROVER_MISMATCH' } })
})

it('verify: 3 for a file that cannot be read, 64 without one', async () => {
  const unreadable = [await run('verify', '/no/such/file'), await runHere('verify', fileOf('{"a":1,"a":2}'))]
  expect(unreadable.map(({ code }) => code)).toEqual([3, 3])
  expect((await runHere('verify')).code).toBe(64)
})

it('rotate-key: prints the new key, and says which of the earlier ones are trusted', async () => {
  const receipt = await issue(service)
  const rotated = await run('rotate-key')
  const [active, before] = await listKeys(service.db)
  expect([rotated.code, rotated.stdout]).toEqual([0, expect.stringContaining(active!.publicKey)])
  expect([before!.publicKey, before!.compromised]).toEqual([receipt.issuer.publicKey, false])
  expect((await runHere('verify', fileOf(receipt))).code).toBe(0)
  await runHere('rotate-key', '--compromised')
  const after = await runHere('verify', fileOf(receipt))
  expect([after.code, after.stdout]).toEqual([
    1,
    expect.stringMatching(/^INVALID {2}\w+ {2}Signed with a key .* compromised/),
  ])
  expect(verifyReceipt(receipt).status).toBe('VALID')
})
