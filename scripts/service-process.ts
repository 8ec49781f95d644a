import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '..', 'apps', 'server', 'test', 'quick-people-process.ts')
// Mails are written by a job of their own.
const LOOK_AGAIN_MS = 50
const LOOKS = 600

export type ServiceProcess = {
  address: string
  /** The ten invite codes of the first start. */
  invites: string[]
  adminSecret: string
  /** Where it keeps its data, for processes that work beside it. */
  dataDir: string
  /** The newest code of six digits that was mailed to an address; waits for its mail. */
  mailedCode: (email: string) => Promise<string>
  stop: () => Promise<void>
}

/** Starts the real service as a process of its own, on a free port and a fresh database; its challenges are dated back. */
export async function startService(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-service-'))
  // The embedded database may run as another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const child = spawn(process.execPath, ['--conditions=stillhere-source', MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => end(child, folder)
  try {
    const { address, invites } = await firstWords(child)
    const adminSecret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim()
    return {
      address,
      invites,
      adminSecret,
      dataDir,
      mailedCode: (email) => codeIn(join(dataDir, 'outbox'), email),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstWords(child: ChildProcess): Promise<{ address: string; invites: string[] }> {
  let printed = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk)
    const address = /listening on (https?:\S+)/.exec(printed)?.[1]
    if (address !== undefined) {
      child.stdout?.resume()
      return { address, invites: printed.match(/SERVICE-\w{4}-\w{4}/g) ?? [] }
    }
  }
  throw new Error(`the service did not start: ${printed}`)
}

async function codeIn(outbox: string, email: string): Promise<string> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
    // Names begin with a number that counts up; as text, 10 would come before 9.
    const inOrder = names.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    const mails = inOrder.map((name) => readFileSync(join(outbox, name), 'utf8'))
    const codes = mails.filter((mail) => mail.includes(email)).map((mail) => /^(\d{6})\s*$/m.exec(mail)?.[1])
    // Notices have none.
    const code = codes.findLast((one) => one !== undefined)
    if (code !== undefined) return code
    await delay(LOOK_AGAIN_MS)
  }
  throw new Error(`no code was mailed to ${email}`)
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
