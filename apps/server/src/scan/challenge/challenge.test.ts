import { type Challenge, challengeProblem, scoreChallenge, seededRandom } from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guessStrokes } from '../../../test/live-person.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { ADA, type AnyChallenge, askForChallenge } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { parseLimits } from '../../platform/settings/limits.ts'
import type { AuthMode, Settings } from '../../platform/settings/settings.ts'
import { createChallenge, openChallenge } from './challenge.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const ask = (payload: unknown, headers = {}) =>
  service.call('POST', '/api/challenge', { payload: payload as object, headers })

describe('POST /api/challenge', () => {
  it('201: asks for six strokes in words, within a minute', async () => {
    const answer = await ask({ purpose: 'verify' })
    expect(answer.statusCode).toBe(201)
    const { actions, duration_ms, expires_at } = answer.json<AnyChallenge>()
    expect(expires_at).toBe('2026-03-10T12:01:00.000Z')
    expect(actions).toHaveLength(6)
    for (const { direction, words } of actions) expect(words).toContain(direction.split('-')[0])
    const strokes = actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs }))
    expect(challengeProblem({ version: 1, strokes, durationMs: duration_ms })).toBeNull()
    // The whole scan, and twice as long again to get ready and to send it.
    expect(3 * duration_ms).toBeLessThan(60_000)
  })

  it('201: gives an enrollment two minutes', async () => {
    expect((await askForChallenge(service, { purpose: 'enroll' })).expires_at).toBe('2026-03-10T12:02:00.000Z')
  })

  it('201: offers one more round to an enrollment, and to nothing else', async () => {
    const { rounds, extra_round: extra } = await askForChallenge(service, { purpose: 'enroll' })
    expect(rounds).toHaveLength(3)
    expect(extra?.actions).toHaveLength(6)
    for (const purpose of ['verify', 'research'] as const)
      expect(await askForChallenge(service, { purpose })).not.toHaveProperty('extra_round')
  })

  it('201: draws anew each time, and writes nothing', async () => {
    const drawn = await Promise.all(Array.from({ length: 40 }, () => askForChallenge(service, { purpose: 'verify' })))
    expect(new Set(drawn.map(({ actions }) => JSON.stringify(actions))).size).toBe(40)
    expect(new Set(drawn.map(({ challenge_id }) => challenge_id)).size).toBe(40)
    for (const { challenge_id, challenge_token, actions } of drawn) {
      const issued = openChallenge(service.secrets, challenge_token)
      expect(issued).toMatchObject({ id: challenge_id, purpose: 'verify', node: null })
      expect(issued?.challenge.strokes.map(({ direction }) => direction)).toEqual(
        actions.map(({ direction }) => direction),
      )
    }
  })

  it('201: hides in the token what it is bound to', async () => {
    const node = await addNode(service)
    const { challenge_token } = await askForChallenge(service, { purpose: 'verify', email: node.email })
    expect(Buffer.from(challenge_token, 'base64url').toString('latin1')).not.toContain(node.email)
    expect(openChallenge(service.secrets, challenge_token)?.node?.id).toBe(node.id)
  })

  it('404: an unknown e-mail address has no challenge', async () => {
    const answer = await ask({ purpose: 'verify', email: 'nobody@example.org' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ error: 'NODE_NOT_FOUND' })
  })

  it.each([
    [{}, '/purpose'],
    [{ purpose: 'login' }, '/purpose'],
    [{ purpose: 1 }, '/purpose'],
    [{ purpose: 'verify', email: 'ada' }, '/email'],
    [{ purpose: 'verify', email: null }, '/email'],
  ])('400: refuses %o', async (payload, pointer) => {
    const answer = await ask(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer).toBe(pointer)
  })
})

describe('AUTH_MODE', () => {
  const STATUSES: [AuthMode, { bare: number; wrong: number; own: number; bareAfterwards: number }][] = [
    ['open', { bare: 201, wrong: 201, own: 201, bareAfterwards: 201 }],
    ['lock', { bare: 201, wrong: 401, own: 201, bareAfterwards: 401 }],
    ['strict', { bare: 401, wrong: 401, own: 201, bareAfterwards: 401 }],
  ]

  it.each(STATUSES)('%s decides who may ask for the challenge of a node', async (authMode, expected) => {
    await withService({ authMode }, async (own) => {
      const [node, other] = [await addNode(own), await addNode(own)]
      const statusWith = async (headers: object) => {
        const payload = { purpose: 'verify', email: node.email }
        return (await own.call('POST', '/api/challenge', { payload, headers: headers as never })).statusCode
      }
      const bare = await statusWith({})
      const wrong = await statusWith(await bearerFor(own, other))
      const right = await statusWith(await bearerFor(own, node))
      expect({ bare, wrong, own: right, bareAfterwards: await statusWith({}) }).toEqual(expected)
    })
  })

  it.each([
    ['open', 200],
    ['lock', 401],
    ['strict', 401],
  ] as const)('%s: an answer to the challenge of a closed node without its token is %i', async (authMode, status) => {
    await withService({ authMode }, async (own) => {
      const node = await addNode(own)
      const headers = await bearerFor(own, node)
      const asked = await askForChallenge(own, { purpose: 'verify', email: node.email }, headers)
      const { challenge_id, challenge_token } = asked
      const payload = { enrollment: {}, challenge: { challenge_id, challenge_token }, response: {}, signature: {} }
      expect((await own.call('POST', '/api/verify', { payload })).statusCode).toBe(status)
      expect((await own.call('POST', '/api/verify', { payload, headers })).statusCode).toBe(200)
    })
  })
})

describe('budgets of an address', () => {
  it('429: says when there is something again', async () => {
    const limits = parseLimits('challenge.address=2/600,verify.address=1/600,enroll.address=1/600')
    if (typeof limits === 'string') throw new Error(limits)
    await withService({ limits }, async (own) => {
      const challenge = { challenge_id: 'x', challenge_token: 'y' }
      const verify = { enrollment: {}, challenge, response: {}, signature: {} }
      const calls: [string, object, number][] = [
        ['/api/challenge', { purpose: 'verify' }, 2],
        ['/api/verify', verify, 1],
        ['/api/enroll', { challenge, captures: [{}] }, 1],
      ]
      for (const [url, payload, allowed] of calls) {
        for (let call = 0; call < allowed; call++)
          expect((await own.call('POST', url, { payload })).statusCode).not.toBe(429)
        const answer = await own.call('POST', url, { payload })
        expect(answer.statusCode).toBe(429)
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
    })
  })
})

async function withService(settings: Partial<Settings>, work: (own: TestService) => Promise<void>): Promise<void> {
  const own = await startTestService(settings)
  try {
    await work(own)
  } finally {
    await own.stop()
  }
}

it('100 answers that were prepared for guessed strokes of a live challenge follow none of the challenges', () => {
  const random = seededRandom(44)
  const drawn = Array.from(
    { length: 100 },
    () => createChallenge({ purpose: 'verify', node: null, pace: 'live' }, new Date(), random).challenge,
  )
  const follows = (made: (challenge: Challenge) => Challenge) => (challenge: Challenge) =>
    scoreChallenge(challenge, strokesOf(syntheticPerson(ADA), made(challenge).strokes, random)).value === 1
  expect(drawn.filter(follows((challenge) => guessStrokes(challenge, random)))).toEqual([])
  // The same hand follows most of them when it knows the strokes.
  expect(drawn.slice(0, 10).filter(follows((challenge) => challenge)).length).toBeGreaterThan(3)
})
