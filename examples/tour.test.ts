import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'stillhere-tour-'))
chmodSync(folder, 0o711)
const DATA_DIR = join(folder, 'data')
let service: ChildProcess

afterAll(async () => {
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

it('leads from the first start to an active node, a gain and an agent', { timeout: 120_000 }, async () => {
  const { address, invite } = await firstStart()
  const env = { ...process.env, BASE: address, DATA_DIR, INVITE: invite, PATH: pathWithCurl() }
  const { stdout } = await promisify(execFile)('bash', ['-eu', join(import.meta.dirname, 'tour.sh')], { env })
  expect(stdout).toContain('"status":"GENESIS_NODE"')
  expect(stdout).toContain('"genesis_index":1')
  expect(stdout).toContain('"daily_remaining":2')
  expect(stdout).toContain('"entropyGain":7')
  expect(stdout).toContain('"agent_id":"agent:indexer-1@example.org"')
  expect(stdout).toContain('{"total":2,"humans":1,"agents":1,"genesis_nodes":1}')
})

async function firstStart(): Promise<{ address: string; invite: string }> {
  const env = { ...process.env, DATA_DIR, PORT: '0' }
  service = spawn(process.execPath, ['--conditions=stillhere-source', MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of service.stdout ?? []) {
    printed += String(chunk)
    const address = /listening on (http:\S+)/.exec(printed)?.[1]
    if (address) return { address, invite: /SERVICE-\w{4}-\w{4}/.exec(printed)?.[0] ?? '' }
  }
  throw new Error(`the service did not start: ${printed}`)
}

// A machine with nothing but Node may lack curl; what the tour needs of it is a POST or a GET that fails on refusals.
function pathWithCurl(): string {
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
