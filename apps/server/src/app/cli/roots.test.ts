import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { MODEL } from '../../../test/authenticator.ts'
import { newAuthority } from '../../../test/certificates.ts'
import { runStillhereHere } from '../../../test/command.ts'
import { describeModel, describeModels, newSigner, signBlob } from '../../../test/metadata.ts'
import { databaseUrl } from '../../../test/process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { deleteMetadata } from '../../identity/device-roots/store.ts'
import { toScript } from '../../platform/database/sql.ts'

vi.setConfig({ testTimeout: 120_000 })

const root = newAuthority('Root of the metadata')
const stranger = newAuthority('Root of the metadata')
const signer = newSigner(root)
const maker = newAuthority('A maker')
const OTHER = '11111111-0000-4000-8000-000000000000'
const MODELS = [describeModel(maker), describeModel(maker, { aaguid: OTHER, statuses: ['FIDO_CERTIFIED_L2'] })]

let folder: string
let service: TestService
beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'stillhere-metadata-'))
  put('root.pem', root.path[0]!.toString())
  put('stranger.pem', stranger.path[0]!.toString())
})
beforeEach(() => deleteMetadata(service.db))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

const pathOf = (name: string) => join(folder, name)
const put = (name: string, content: string | Buffer) => {
  writeFileSync(pathOf(name), content)
  return pathOf(name)
}
const putBlob = (no: number, entries: readonly object[] = MODELS, by = signer) =>
  put(`blob-${no}.jwt`, signBlob(by, describeModels(entries, { no })))

const run = (...args: string[]) =>
  runStillhereHere(['roots', ...args], {
    DATA_DIR: pathOf('data'),
    DATABASE_URL: databaseUrl(service.connection),
    SECRET_KEY: 'a-secret-key-of-tests',
  })
const load = (no: number, ...args: string[]) => run('import', putBlob(no), '--root', pathOf('root.pem'), ...args)

it('0: imports metadata, lists what counts, refreshes it under the same demand, and removes it', async () => {
  const { code, stdout } = await load(1, '--least-certification', 'L2')
  expect([code, stdout]).toEqual([0, 'metadata 1: 1 model gives level 3, 1 do not; newer is due on 2048-01-01'])
  const { stdout: refreshed } = await run('refresh', putBlob(2, [describeModel(maker)]))
  expect(refreshed).toContain('metadata 2: 0 models give level 3, 1 do not')
  await run('refresh', putBlob(3))
  const { stdout: listed } = await run('list')
  expect(listed.split('\n')).toEqual([
    'metadata 3, signed by mds.fidoalliance.org, from L2 on; newer is due on 2048-01-01',
    `${OTHER}  L2  Key of the tests`,
  ])
  expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({
    device_roots: [],
    metadata: { number: 3, age: 'current', least_certification: 'L2', left_out: 1, models: [{ aaguid: OTHER }] },
  })
  expect((await run('remove')).stdout).toBe('the metadata is removed')
  expect((await run('remove')).stdout).toBe('no metadata is imported')
  expect((await run('list')).stdout).toContain('No metadata is imported.')
})

it('0: a list and doctor warn of metadata that should have been replaced', async () => {
  await load(1)
  const look = async (days: number) => {
    await service.db.query(toScript(`UPDATE device_metadata SET next_update = current_date - ${days}`))
    const { stdout } = await run('list')
    return stdout.split('\n').filter((line) => line.startsWith('newer'))
  }
  expect(await look(5)).toEqual([expect.stringContaining('these models give no level 3')])
  expect(await look(40)).toEqual([expect.stringContaining('have given no level 3 since')])
  expect(await look(-5)).toEqual([])
})

it('1: refuses metadata that is older, of another root, or broken, and keeps what it had', async () => {
  await load(5)
  const refusals = [
    await load(4),
    await run('refresh', putBlob(5, [describeModel(maker, { statuses: ['REVOKED'] })])),
    await run('import', putBlob(9, MODELS, newSigner(stranger)), '--root', pathOf('stranger.pem')),
    await run('refresh', putBlob(9, MODELS, newSigner(stranger))),
    await run('refresh', put('garbage.jwt', 'not a blob')),
    await run('import', putBlob(9), '--root', pathOf('root.pem'), '--signer', 'mds.example'),
  ]
  expect(refusals.map(({ code, stderr }) => [code, stderr])).toEqual([
    [1, 'metadata 4 is not newer than 5, which is imported'],
    [1, 'metadata 5 is not newer than 5, which is imported'],
    [1, 'metadata of another root is imported: remove it first, with roots remove'],
    [1, 'the certificates of the signer do not lead to the root, or have ended'],
    [1, 'this is no metadata: a JWT with the certificates of its signer ("x5c")'],
    [1, 'the metadata is not signed by mds.example'],
  ])
  expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({
    metadata: { number: 5, models: [{ aaguid: OTHER }, { aaguid: MODEL }] },
  })
})

it('1: there is nothing to refresh; 3: a file cannot be read; 64: what is not understood', async () => {
  const answers = [
    await run('refresh', putBlob(1)),
    await run('import', pathOf('missing.jwt'), '--root', pathOf('root.pem')),
    await run('import', putBlob(1), '--root', put('root.txt', 'no certificate')),
    await run('import', putBlob(1)),
    await load(1, '--least-certification', 'L9'),
    await run('show'),
    await run('constructor'),
    await run(),
  ]
  expect(answers.map(({ code }) => code)).toEqual([1, 3, 3, 64, 64, 64, 64, 64])
})
