import { seededRandom } from '@stillhere/engine'
import { type Cluster, copyTemplate } from '../../apps/server/test/cluster.ts'
import { nameOf } from '../../packages/contract/src/endpoints.ts'
import { openWorld, type World } from '../histories/world.ts'
import { type Answer, RawConnection, readField } from '../world/connection.ts'
import { ADMIN_SECRET } from '../world/service.ts'
import { judgeAnswer } from './judge.ts'
import { drawRequest, type Secrets, writeCurl, writeRequest } from './request.ts'
import { type Known, learn } from './values.ts'

const AT_ONCE = 12
const TIMEOUT_MS = 60_000
/** So many requests share a node, a site and a moment: erased nodes must not make all the rest a 401. */
const BATCH = 600

/** An answer that breaks the contract. */
type Violation = { what: string; endpoint: string; curl: string; answer: string }

export type FuzzOutcome = {
  requests: number
  /** How many answers had each status, and how many endpoints answered 2xx at least once. */
  statuses: Map<number, number>
  reached: Set<string>
  violations: Violation[]
}

export type FuzzOptions = {
  requests: number
  seed: number
  /** Sends no more after this time. */
  until?: number
  /** Stops after so many violations. */
  most?: number
  tell?: (outcome: FuzzOutcome) => void
}

/** Sends requests that are drawn from the contract, and holds every answer to it. */
export async function fuzz(
  place: Pick<Cluster, 'connection' | 'template'>,
  options: FuzzOptions,
): Promise<FuzzOutcome> {
  const { connection, drop } = await copyTemplate(place)
  // No limit may hide what is behind it.
  const world = await openWorld({ connection, processes: 1, limits: 'none' })
  try {
    return await sendAll(world, options)
  } finally {
    await world.stop()
    await drop()
  }
}

async function sendAll(world: World, options: FuzzOptions): Promise<FuzzOutcome> {
  const { requests, seed, until = Number.POSITIVE_INFINITY, most = 20, tell } = options
  const outcome: FuzzOutcome = { requests: 0, statuses: new Map(), reached: new Set(), violations: [] }
  const known: Known = new Map()
  const isWanted = () => outcome.requests < requests && outcome.violations.length < most && Date.now() < until
  for (let batch = 0; isWanted(); batch++) {
    const secrets = await makeSecrets(world, `f${seed}-${batch}`)
    await world.pass(2000)
    const size = Math.min(BATCH, requests - outcome.requests)
    await sendBatch(world, { seed: seed * 1_000_000 + batch, size, secrets, known, outcome })
    tell?.(outcome)
  }
  return outcome
}

async function makeSecrets({ ask, addSite }: World, name: string): Promise<Secrets> {
  const { token } = await ask('addNode', { email: `${name}@example.org`, handle: name })
  return { nodeToken: token, siteSecret: (await addSite(name)).secret, adminSecret: ADMIN_SECRET }
}

type Batch = { seed: number; size: number; secrets: Secrets; known: Known; outcome: FuzzOutcome }

async function sendBatch(world: World, { seed, size, secrets, known, outcome }: Batch): Promise<void> {
  const drawing = { random: seededRandom(seed), known }
  const { host, port: text } = new URL(world.addresses[0] ?? '')
  const port = Number(text)
  let left = size
  const lines = Array.from({ length: AT_ONCE }, async () => {
    let connection = new RawConnection(port, { timeoutMs: TIMEOUT_MS })
    for (; left > 0;) {
      left--
      const request = drawRequest(drawing, secrets)
      if (connection.isClosed) connection = new RawConnection(port, { timeoutMs: TIMEOUT_MS })
      const answer = await connection.ask(writeRequest(request, host))
      const what =
        answer.status === 0 ? 'the connection ended without an answer' : judge(request, answer, known, outcome)
      outcome.requests++
      if (what === undefined) continue
      const said = answer.body.toString().slice(0, 300)
      outcome.violations.push({
        what,
        endpoint: nameOf(request.endpoint),
        curl: writeCurl(request, host),
        answer: said,
      })
    }
    connection.close()
  })
  await Promise.all(lines)
}

function judge(
  request: ReturnType<typeof drawRequest>,
  answer: Answer,
  known: Known,
  { statuses, reached }: FuzzOutcome,
): string | undefined {
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  const what = judgeAnswer(request, answer)
  if (answer.status < 300 && !request.isAstray) reached.add(nameOf(request.endpoint))
  if (what === undefined && answer.status < 300 && /json/.test(readField(answer, 'content-type') ?? ''))
    learn(known, JSON.parse(answer.body.toString()))
  return what
}
