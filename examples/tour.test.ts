import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServiceProcess, startService } from '../scripts/service-process.ts'

let service: ServiceProcess
beforeAll(async () => {
  service = await startService()
}, 120_000)
afterAll(() => service?.stop(), 60_000)

it('leads from the first start to an active node, a gain and an agent', { timeout: 120_000 }, async () => {
  const { address, dataDir, invites } = service
  const env = {
    ...process.env,
    BASE: address,
    DATA_DIR: dataDir,
    INVITE: invites[0],
    PATH: pathWithCurl(dirname(dataDir)),
  }
  const { stdout, stderr } = await promisify(execFile)('bash', ['-eu', join(import.meta.dirname, 'tour.sh')], { env })
  expect(stderr).toBe('')
  for (const line of stdout.trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow()
  expect(stdout).toContain('"status":"GENESIS_NODE"')
  expect(stdout).toContain('"genesis_index":1')
  expect(stdout).toContain('"daily_remaining":2')
  expect(stdout).toContain('"entropyGain":7')
  expect(stdout).toContain('"agent_id":"agent:indexer-1@example.org"')
  expect(stdout).toContain('{"total":2,"humans":1,"agents":1,"genesis_nodes":1}')
})

// A machine with nothing but Node may lack curl; what the tour needs of it is a POST or a GET that fails on refusals.
function pathWithCurl(folder: string): string {
  const path = process.env.PATH ?? ''
  if (spawnSync('curl', ['--version']).status === 0) return path
  mkdirSync(join(folder, 'bin'))
  const text = `#!${process.execPath}
const args = process.argv.slice(2), headers = {}
let body
for (let i = 0; i < args.length - 1; i++) {
  if (args[i] === '-H') { const [name, ...rest] = args[++i].split(':'); headers[name] = rest.join(':').trim() }
  else if (args[i] === '-d') body = args[++i]
}
const answer = await fetch(args.at(-1), body === undefined ? {} : { method: 'POST', headers, body })
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 22
`
  writeFileSync(join(folder, 'bin', 'curl'), text, { mode: 0o755 })
  writeFileSync(join(folder, 'bin', 'package.json'), '{"type":"module"}')
  return `${join(folder, 'bin')}${delimiter}${path}`
}
