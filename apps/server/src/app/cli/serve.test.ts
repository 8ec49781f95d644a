import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { databaseUrl, endProcesses, runStillhere, temporaryFolder } from '../../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'

let scratch: Scratch

beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterEach(endProcesses)
afterAll(() => scratch.drop())

it('serve --lan serves HTTPS to the whole network, and shows a phone the way', async () => {
  const DATA_DIR = temporaryFolder()
  const env = { DATABASE_URL: databaseUrl(scratch.connection), DATA_DIR, PORT: '0' }
  const served = runStillhere(['serve', '--lan'], env)
  const lines = await served.linesUntil(/warn once about the certificate/)
  const port = /listening on https:\/\/[\d.]+:(\d+)/.exec(lines.join('\n'))?.[1] ?? ''
  expect(lines.join('\n')).toMatch(new RegExp(`open https://[\\w.]+:${port}/scan`))
  expect(lines.join('\n')).toMatch(/[█▀▄]{10}/)
  const ca = readFileSync(join(DATA_DIR, 'lan.pem'), 'utf8')
  // It listens before the compiled engine is loaded, and is not healthy until then.
  await expect.poll(() => health(port, ca), { timeout: 30_000 }).toMatchObject({ status: 'healthy' })
}, 120_000)

async function health(port: string, ca: string): Promise<unknown> {
  const call = request({ host: 'localhost', port, path: '/api/health', ca }).end()
  const answer = await new Promise<Parameters<typeof text>[0]>((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
  })
  return JSON.parse(await text(answer))
}
