import { readRetryAfterMs, computeRetryWaitMs } from '../../src/http/answer.ts'
import { ENDPOINT_TABLE as table } from '../../src/http/endpoint-table.ts'
import { ProblemError, createClient } from '../../src/http/index.ts'
import { readBase, createTarget } from '../../src/http/request.ts'
import type { Cases } from './cases.ts'
import { equal, fails, holds } from './check.ts'

const COUNTS = { total: 3, humans: 2, agents: 1, genesis_nodes: 2 }
const situation = { isRepeatable: true, failures: 1, retries: 3, longestWaitMs: 10_000, random: 0.5 }

// A fetch of our own, so that the answers are the same wherever this runs; `Response` and `Headers` are the runtime's.
function makeClient(...answers: (() => Response)[]) {
  const asked: { url: string; headers: Headers }[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    asked.push({ url: String(url), headers: new Headers(init.headers) })
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer === undefined) throw new TypeError('no network')
    return answer()
  }
  const runtime = { sleep: async () => undefined }
  return { asked, client: createClient({ baseUrl: 'https://id.example.org/x/', token: 'sh_x', fetch, runtime }) }
}

const problem = (status: number, error: string) => () =>
  new Response(JSON.stringify({ error, detail: 'Detail.' }), { status, headers: { 'retry-after': '1' } })

export const cases: Cases = {
  'a client has a method for each row of the table': () => {
    equal(Object.keys(makeClient().client), Object.keys(table))
  },
  'addresses are made alike': async () => {
    equal(readBase('https://id.example.org/x//'), 'https://id.example.org/x')
    equal(createTarget(table.getAgent, { id: 'agent:ä/b@c' }).path, '/api/agents/agent%3A%C3%A4%2Fb%40c')
    equal(createTarget(table.getEntropy, { email: 'a+b@c.de' }).path, '/api/node/entropy?email=a%2Bb%40c.de')
    await fails(() => readBase('id.example.org'), 'baseUrl must be')
    await fails(() => createTarget(table.getAgent, { id: '..' }), 'id must name something')
  },
  'retries are decided alike': () => {
    equal(
      [{}, { status: 503 }, { status: 500 }].map((failure) => computeRetryWaitMs(failure, situation)),
      [250, 250, null],
    )
    equal(computeRetryWaitMs({ status: 429, retryAfterMs: 60_000 }, situation), undefined)
    equal(readRetryAfterMs('Thu, 01 Jan 2026 00:00:05 GMT', Date.UTC(2026, 0, 1)), 5000)
  },
  'a call is tried again under the same key': async () => {
    const { client, asked } = makeClient(problem(503, 'SERVICE_UNAVAILABLE'), () => new Response('{"success":true}'))
    equal(await client.subscribe({ email: 'ada@example.org' }), { success: true })
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    equal([asked[0]?.url, keys.length, new Set(keys).size], ['https://id.example.org/x/api/subscribe', 2, 1])
  },
  'answers, problems and failures of the network are told apart': async () => {
    equal(await makeClient(() => new Response(JSON.stringify(COUNTS))).client.getNodeCount(), COUNTS)
    const refusal: unknown = await makeClient(problem(401, 'UNAUTHORIZED'))
      .client.listTokens()
      .catch((e: unknown) => e)
    holds(refusal instanceof ProblemError, 'no ProblemError')
    equal([(refusal as ProblemError).code, (refusal as ProblemError).retryAfterMs], ['UNAUTHORIZED', 1000])
    await fails(() => makeClient().client.getNodeCount(), 'NetworkError: getNodeCount: the service cannot be reached')
    await fails(() => makeClient(() => new Response('<h1>')).client.getNodeCount(), 'AnswerError: getNodeCount')
  },
  'a time-out and an abort end a call that never answers': async () => {
    const fetch = () => new Promise<Response>(() => undefined)
    const client = createClient({ baseUrl: 'https://id.example.org', fetch })
    await fails(() => client.getNodeCount({}, { timeoutMs: 5 }), 'TimeoutError: getNodeCount: not done within 5 ms')
    const leaving = new AbortController()
    const call = client.getNodeCount({}, { signal: leaving.signal })
    leaving.abort(new Error('the page was left'))
    await fails(() => call, 'the page was left')
  },
}
