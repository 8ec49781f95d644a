import {
  buildReceipt,
  createIssuerIdentity,
  encodeHeader,
  generateKeyPair,
  type Receipt,
  signReceipt,
  signStatusList,
} from '@stillhere/receipt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encryptReceipt } from '../kept-receipts/cipher.ts'
import { ENGLISH } from '../voice/follow-language.ts'
import { createVoice } from '../voice/voice.ts'
import { messages } from './catalogs/de.ts'
import { judgeBadge } from './judge.ts'

const ORIGIN = 'https://id.example.org'
const NOW = Date.parse('2026-11-16T10:00:00.000Z')
const HOUR = 3_600_000
const keys = generateKeyPair()
const issuer = createIssuerIdentity(keys)

function makeReceipt(agoMs = HOUR, by = keys): Receipt {
  const end = NOW - agoMs
  const unsigned = buildReceipt({
    evidence: [{ engineId: 'EE-001', engineVersion: '1.0.0', confidence: 0.9, payload: { score: 0.9 } }],
    interval: { start: end - 8000, end },
    subject: { id: `sha256:${'5e'.repeat(32)}` },
    issuer: createIssuerIdentity(by),
    verdict: 'PASS',
  })
  return signReceipt(unsigned, by.secretKey, { now: end })
}

type Told = { status?: string; revoked?: string[]; ciphertext?: string; listedSince?: string }

/** A service that tells this of its key, of revoked receipts, and of what it keeps. */
function serve({ status = 'active', revoked = [], ciphertext = '', ...told }: Told = {}): void {
  const key = { ...issuer, status, from: '2026-01-01T00:00:00.000Z', until: null, ...told }
  const list = signStatusList({ revoked, issuedAt: NOW - 1000, nextUpdate: NOW + HOUR }, keys.secretKey)
  const answers: Record<string, unknown> = {
    '/.well-known/continuity-issuer.json': { keys: [key] },
    '/.well-known/continuity-status.json': list,
    '/api/kept-receipts/q83vEjRWeJCrze8SNFZ4kA': { ciphertext },
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const found = answers[new URL(url).pathname]
    return found === undefined ? new Response('', { status: 404 }) : Response.json(found)
  })
}

const judge = (receipt: Receipt, voice = ENGLISH) =>
  judgeBadge({ href: '', receipt: encodeHeader(receipt), issuer: `${ORIGIN}/` }, NOW, voice).then((one) => one?.words)

afterEach(() => vi.unstubAllGlobals())

describe('a badge', () => {
  it('opens the link of a kept receipt, says when it was made and by whom, and leads there', async () => {
    const { ciphertext, key } = await encryptReceipt(makeReceipt())
    serve({ ciphertext })
    const href = `${ORIGIN}/r/q83vEjRWeJCrze8SNFZ4kA#${key}`
    const words = { tone: 'good', text: 'Scan of 16 Nov 2026 · id.example.org' }
    expect(await judgeBadge({ href, receipt: '', issuer: '' }, NOW, ENGLISH)).toEqual({ words, href })
    const wrong = `${href.slice(0, -4)}AAAA`
    expect(await judgeBadge({ href: wrong, receipt: '', issuer: '' }, NOW, ENGLISH)).toBeNull()
  })

  it('tells what speaks against a receipt, and never that it is good', async () => {
    const good = makeReceipt()
    serve()
    expect(await judge({ ...good, verdict: 'FAIL' })).toEqual({
      tone: 'bad',
      text: 'Receipt: invalid · id.example.org',
    })
    expect(await judge(makeReceipt(HOUR, generateKeyPair()))).toEqual({
      tone: 'caution',
      text: 'Receipt: unknown issuer · id.example.org',
    })
    expect((await judge(makeReceipt(48 * HOUR)))?.text).toBe(
      'Scan of 14 Nov 2026 · id.example.org · revocation not known',
    )
    serve({ listedSince: new Date(NOW - 72 * HOUR).toISOString() })
    expect((await judge(makeReceipt(48 * HOUR)))?.text).toBe('Scan of 14 Nov 2026 · id.example.org')
    serve({ status: 'compromised' })
    expect(await judge(good)).toEqual({ tone: 'bad', text: 'Receipt: compromised key · id.example.org' })
    serve({ revoked: [good.receiptId] })
    expect(await judge(good)).toEqual({ tone: 'bad', text: 'Receipt: revoked · id.example.org' })
  })

  it('is not checked where nothing can be read or nobody answers', async () => {
    serve()
    expect(await judgeBadge({ href: '', receipt: 'hello', issuer: ORIGIN }, NOW, ENGLISH)).toBeNull()
    expect(await judgeBadge({ href: '', receipt: encodeHeader(makeReceipt()), issuer: '' }, NOW, ENGLISH)).toBeNull()
    await expect(
      judgeBadge({ href: `${ORIGIN}/r/${'i'.repeat(22)}#${'k'.repeat(43)}`, receipt: '', issuer: '' }, NOW, ENGLISH),
    ).rejects.toThrow('404')
  })
})

it('speaks the language of its place', async () => {
  const german = createVoice('de', messages)
  const receipt = makeReceipt()
  serve()
  expect((await judge(receipt, german))?.text).toBe('Scan vom 16.11.2026 · id.example.org')
  serve({ revoked: [receipt.receiptId] })
  expect((await judge(receipt, german))?.text).toBe('Beleg: widerrufen · id.example.org')
})
