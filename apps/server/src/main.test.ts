import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const running = new Set<ChildProcess>()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=stillhere-source', MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

describe('the service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address, answers there, and stops cleanly on %s',
    async (signal) => {
      const child = start({ PORT: '0' })
      const [line] = await once(child.stdout, 'data')
      const address = /^Stillhere is listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(line))?.[1]
      expect((await fetch(`${address}/api/health`)).status).toBe(200)
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  )

  it('stops at a wrong PORT with one line that names it', async () => {
    const child = start({ PORT: 'http' })
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(errors).toBe('PORT must be a whole number from 0 to 65535, not "http"\n')
    expect(code).toBe(1)
  })

  it('stops at a PORT in use with one line that names it', async () => {
    const other = createApp({ now: () => new Date(0) })
    const { port } = new URL(await other.listen({ host: '127.0.0.1', port: 0 }))
    const child = start({ PORT: port })
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    await other.close()
    expect(errors).toBe(`PORT cannot be used: listening on 127.0.0.1, port ${port}, failed with EADDRINUSE\n`)
    expect(code).toBe(1)
  })

  it('stops at a HOST it does not have with one line that names it', async () => {
    const child = start({ HOST: '192.0.2.1', PORT: '0' })
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(errors).toBe('HOST cannot be used: listening on 192.0.2.1, port 0, failed with EADDRNOTAVAIL\n')
    expect(code).toBe(1)
  })
})
