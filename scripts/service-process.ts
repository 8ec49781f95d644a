import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '..', 'apps', 'server', 'test', 'services-process.ts')
// Mails are written by a job of their own.
const LOOK_AGAIN_MS = 50
const LOOKS = 600

export type ServiceProcess = {
  address: string
  /** The ten invite codes of the first start. */
  invites: string[]
  adminSecret: string
  /** The one-time link of the first start. */
  setupUrl: string
  /** Where it keeps its data. */
  dataDir: string
  /** The settings by which further processes find its data and its database. */
  env: Record<string, string>
  /** The newest code of six digits that was mailed to an address; waits for its mail. */
  mailedCode: (email: string) => Promise<string>
  stop: () => Promise<void>
}

type Started = {
  address: string
  invites: string[]
  adminSecret: string
  setupUrl: string
  env: { DATA_DIR: string; DATABASE_URL: string }
}
type ProcessAnswer = { id: number; started?: Started; problem?: string }

let services: ChildProcess | undefined
let asked = 0

/**
 * Starts the real service in another process, on a free port, a fresh database and a fresh data folder; its challenges are dated back.
 * All services that this process asks for share the other one, which ends with it.
 */
export async function startService(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const id = ++asked
  const { started } = await ask({ id, start: env })
  if (started === undefined) throw new Error('the service did not start')
  const dataDir = started.env.DATA_DIR
  return {
    ...started,
    dataDir,
    mailedCode: (email) => codeIn(join(dataDir, 'outbox'), email),
    stop: async () => void (await ask({ id, stop: true })),
  }
}

async function ask(request: { id: number; start?: object; stop?: true }): Promise<ProcessAnswer> {
  services ??= startServices()
  const child = services
  // Whoever waits for an answer must not end before it comes, and nobody else must be kept from ending.
  child.ref()
  child.channel?.ref()
  try {
    return await answerTo(child, request)
  } finally {
    child.unref()
    child.channel?.unref()
  }
}

function startServices(): ChildProcess {
  const child = fork(MAIN, { execArgv: ['--conditions=stillhere-source'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  // Not inherited: a test worker has ended once nobody holds its output any more.
  child.stderr?.on('data', (text) => process.stderr.write(text))
  if (child.stderr instanceof Socket) child.stderr.unref()
  return child
}

function answerTo(child: ChildProcess, request: { id: number }): Promise<ProcessAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (answer: ProcessAnswer | undefined) => {
      child.off('message', hear).off('exit', lose)
      if (answer === undefined || answer.problem !== undefined)
        reject(new Error(answer?.problem ?? 'the services ended'))
      else resolve(answer)
    }
    const hear = (answer: ProcessAnswer) => answer.id === request.id && settle(answer)
    const lose = () => {
      services = undefined
      settle(undefined)
    }
    child.on('message', hear).on('exit', lose)
    child.send(request)
  })
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

type Turning = { rz?: number }

// A step of a browser's rounding in every third reading: too little to matter, enough that the mark is gone.
const STEP = 0.1
const EVERY = 3

/** Motion of the testing kit without its mark, for tests of a service that takes no tests. */
export function removeMark<Answer extends { imuSamples: Turning[] }>(answer: Answer): Answer {
  const imuSamples = answer.imuSamples.map((sample, i) =>
    i % EVERY === 0 ? { ...sample, rz: (sample.rz ?? 0) + STEP } : sample,
  )
  return { ...answer, imuSamples }
}

/** For pages: `removeMarkOf(mover)` is the same mover without the mark. */
export const REMOVE_MARK_OF_MOVER = `
  const removeMarkOf = (mover) => ({
    see: (shown, ms) => mover.see(shown, ms),
    feel: (ms) => {
      const reading = mover.feel(ms)
      return Math.floor(ms * 0.06) % ${EVERY} === 0 ? { ...reading, rz: reading.rz + ${STEP} } : reading
    },
  })
`
