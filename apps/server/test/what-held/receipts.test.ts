import { requireReceipt } from '@stillhere/client/middleware'
import {
  createIssuerIdentity,
  encodeHeader,
  generateKeyPair,
  type Receipt,
  readStatusList,
  signReceipt,
  verifyReceipt,
} from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue } from '../receipts.ts'
import { startTestService, type TestService } from '../service.ts'

const AUDIENCE = 'https://shop.example'
const HOURS = 3_600_000

let service: TestService
let receipt: Receipt
beforeAll(async () => {
  service = await startTestService()
  await issue(service, { userId: 'ada' })
  // The second of a chain has a member more.
  receipt = await issue(service, { userId: 'ada', audience: AUDIENCE })
})
afterAll(() => service.stop())

const judge = (given: unknown, audience = AUDIENCE) =>
  verifyReceipt(given, { now: service.now(), trustedIssuers: [receipt.issuer.publicKey], audience })
const stranger = generateKeyPair()

describe('a receipt of the service', () => {
  it('is valid for whom it was issued', () => {
    expect(judge(receipt)).toMatchObject({ status: 'VALID' })
  })

  it('edits: none of more than 364 is accepted', () => {
    const edits = editsOf(receipt)
    expect(edits.length).toBeGreaterThan(364)
    expect(edits.filter((edit) => judge(edit).status === 'VALID')).toEqual([])
  })

  it('a foreign key: the same words under another signature are a stranger’s', () => {
    const { signature: _ours, ...unsigned } = receipt
    const forged = signReceipt({ ...unsigned, issuer: createIssuerIdentity(stranger) }, stranger.secretKey, {
      now: service.now(),
    })
    expect(judge(forged)).toMatchObject({ status: 'INVALID', reason: 'UNTRUSTED_ISSUER' })
  })

  it('a foreign id: our name over another key, and another name over our key', () => {
    const { id, publicKey } = createIssuerIdentity(stranger)
    for (const issuer of [
      { ...receipt.issuer, publicKey },
      { ...receipt.issuer, id },
    ])
      expect(judge({ ...receipt, issuer }).status).toBe('INVALID')
  })

  it.each([`${AUDIENCE}/`, AUDIENCE.toUpperCase(), `${AUDIENCE}.evil.example`, 'shop.example', ''])(
    'an audience with a slash, or otherwise like it: %j is another',
    (audience) => {
      expect(judge(receipt, audience)).toMatchObject({ status: 'INVALID', reason: 'AUDIENCE_MISMATCH' })
    },
  )

  it('the status list after two hours: STALE', async () => {
    const list = (await service.call('GET', '/.well-known/continuity-status.json')).json()
    const read = (hours: number) =>
      readStatusList(list, {
        now: service.now().getTime() + hours * HOURS,
        trustedIssuers: [receipt.issuer.publicKey],
      })
    expect(read(0).status).toBe('CURRENT')
    expect(read(2)).toMatchObject({ status: 'REFUSED', reason: 'STALE' })
  })
})

describe('a guard that remembers', () => {
  /** Requests to a guarded handler, which lets each receipt through once. */
  function guarded() {
    const used = new Set<string>()
    const guard = requireReceipt({
      trustedIssuers: [receipt.issuer.publicKey],
      maxAgeMs: 60_000,
      audience: AUDIENCE,
      evidence: ['EE-001'],
      remember: async (hash) => used.size < used.add(hash).size,
      now: () => service.now().getTime(),
    })
    const handle = guard.fetch(() => new Response('in'))
    return async (...values: string[]) => {
      const headers = new Headers(values.map((value) => ['stillhere-receipt', value] as [string, string]))
      const answer = await handle(new Request('https://shop.example/', { headers }))
      return answer.status === 200 ? 'in' : ((await answer.json()) as { error: string }).error
    }
  }

  it('remember: 1 of 20 at once', async () => {
    const send = guarded()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(encodeHeader(receipt))))
    expect(answers.toSorted()).toEqual([...Array(19).fill('REPLAYED'), 'in'])
  })

  it('other spellings: REPLAYED', async () => {
    const send = guarded()
    expect(await send(encodeHeader(receipt))).toBe('in')
    const reordered = Object.fromEntries(Object.entries(receipt).toReversed())
    for (const text of [JSON.stringify(receipt, null, 2), JSON.stringify(reordered), `${JSON.stringify(receipt)}\n`])
      expect(await send(Buffer.from(text).toString('base64url'))).toBe('REPLAYED')
  })

  it('two headers, and joined headers: refused', async () => {
    const send = guarded()
    const value = encodeHeader(receipt)
    expect(await send(value, value)).toBe('RECEIPT_REPEATED')
    expect(await send(`${value}, ${value}`)).toBe('RECEIPT_REPEATED')
    expect(await send(`${value},`)).not.toBe('in')
    expect(await send(value)).toBe('in')
  })
})

/** The receipt with each of its parts changed, left out or added to, in several ways. */
function editsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return substitutesFor(value)
  const entries = Object.entries(value)
  const inside = entries.flatMap(([name, part]) => editsOf(part).map((edit) => withMember(value, name, edit)))
  const left = entries.map(([name]) =>
    Array.isArray(value) ? value.filter((_, index) => String(index) !== name) : { ...value, [name]: undefined },
  )
  const added = Array.isArray(value) ? [[...value, null]] : [{ ...value, note: 'x' }]
  return [...inside, ...left, ...added]
}

function withMember(value: object, name: string, edit: unknown): unknown {
  return Array.isArray(value) ? value.with(Number(name), edit) : { ...value, [name]: edit }
}

function substitutesFor(value: unknown): unknown[] {
  const common = [null, true, 0, '', [], {}].filter((other) => other !== value)
  if (typeof value === 'number') return [...common, value + 1, -1 - value, String(value)]
  if (typeof value === 'string') return [...common, `${value} `, value.slice(1), value.replace(/.$/u, '_')]
  return [...common, String(value)]
}
