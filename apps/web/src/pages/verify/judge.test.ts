import {
  buildReceipt,
  computeReceiptHash,
  createIssuerIdentity,
  generateKeyPair,
  type Receipt,
  signReceipt,
  signStatusList,
} from '@stillhere/client'
import { describe, expect, it } from 'vitest'
import type { ReceiptDocument } from './documents.ts'
import {
  judgeWithLists,
  type Judgment,
  type KnownLists,
  listTrustedKeys,
  type Options,
  parseAddedKeys,
  parseKey,
} from './judge.ts'
import { describeFormat, describeOptions, describeVerdict, describeStory } from './verdict-words.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const MINUTE = 60_000
const NO_OPTIONS: Options = { audience: '', at: '', legacy: false, approverKeys: [] }
const keys = generateKeyPair()
const { id } = createIssuerIdentity(keys)

function makeReceipt({
  agoMs = 0,
  before = null as string | null,
  audience = undefined as string | undefined,
} = {}): Receipt {
  const end = NOW - agoMs
  const unsigned = buildReceipt({
    evidence: [{ engineId: 'EE-001', engineVersion: '1.0.0', confidence: 0.9, payload: { score: 0.9 } }],
    interval: { start: end - 8000, end },
    subject: { id: `sha256:${'5e'.repeat(32)}` },
    issuer: createIssuerIdentity(keys),
    verdict: 'PASS',
    previousReceiptHash: before,
    ...(audience === undefined ? {} : { audience }),
  })
  return signReceipt(unsigned, keys.secretKey, { now: end })
}

type KeyChange = { status?: 'active' | 'retired' | 'compromised'; until?: string | null; from?: string }

function makeLists({
  key = {},
  revoked = [] as string[],
  listAgoMs = MINUTE,
  ...rest
}: Partial<Known> = {}): KnownLists {
  const { publicKey } = keys
  const entry = {
    id,
    publicKey,
    use: 'production' as const,
    status: 'active' as const,
    from: new Date(0).toISOString(),
    until: null,
    statusList: '',
    listedSince: new Date(NOW - 300 * 24 * 60 * MINUTE).toISOString(),
    ...key,
  }
  const issuedAt = NOW - listAgoMs
  const list = signStatusList({ revoked, issuedAt, nextUpdate: issuedAt + 60 * MINUTE }, keys.secretKey)
  const document = { protocolVersion: '1.0', issuer: { id, publicKey }, statusList: '', keys: [entry] }
  return { issuers: { document, added: [], own: [] }, lists: new Map([[id, list]]), now: NOW, ...rest }
}

type Known = KnownLists & { key: KeyChange; revoked: string[]; listAgoMs: number }

const OFFLINE: KnownLists = { issuers: { document: null, added: [], own: [] }, lists: new Map(), now: NOW }
const STRANGE = generateKeyPair().publicKey

/** A service that answered, and to which the key of these receipts says nothing. */
function withoutKeys(added: KnownLists['issuers']['added'] = []): KnownLists {
  const { document } = makeLists().issuers
  return { ...OFFLINE, issuers: { document: document && { ...document, keys: [] }, added, own: [] } }
}

function judgeOne(value: unknown, lists = makeLists(), options = NO_OPTIONS) {
  const judgment = judgeWithLists([{ name: 'x', value } as ReceiptDocument], options, lists).each[0] as Judgment
  const rows = judgment.kind === 'judged' ? [...describeFormat(judgment), ...describeOptions(judgment, NOW)] : []
  const outcome = Object.fromEntries(rows.map((row) => [row.name, `${row.outcome}: ${row.reason ?? row.promise}`]))
  return {
    judgment,
    stamp: describeVerdict(judgment, options).stamp,
    outcome,
    words: describeVerdict(judgment, options),
  }
}

describe('one receipt', () => {
  it('is valid where key and list are known, and says how old the list is', () => {
    const { stamp, outcome } = judgeOne(makeReceipt())
    expect(stamp).toBe('Valid')
    expect(outcome['issuer']).toMatch(/^PASS: This service publishes/)
    expect(outcome['revocation']).toBe('PASS: The issuer’s signed list, made 1 minute ago, does not name it.')
    expect(outcome['V7']).toMatch(/^SKIPPED: Not needed/)
  })

  it('is of an unknown issuer, and says what was not looked up, where nobody could be asked', () => {
    const { stamp, words, outcome } = judgeOne(makeReceipt(), OFFLINE)
    expect([words.kind, stamp]).toEqual(['warn', 'Unknown issuer'])
    expect(words.title).toMatch(/whose key signed it was not checked/)
    expect(outcome['issuer']).toMatch(/^SKIPPED: Not looked up/)
    expect(outcome['revocation']).toMatch(/^SKIPPED: Not looked up: the list could not be fetched/)
  })

  it('names no member of the JSON in its headline; the checks below do', () => {
    const changed = judgeOne({ ...makeReceipt(), verdict: 'FAIL' })
    expect(changed.words.title).toBe('It was changed after it was signed, or another key signed it.')
    expect(changed.outcome['V2']).toContain('/issuer/publicKey')
    expect(judgeOne({ hello: 1 }).words.title).toBe('It does not have the form of a receipt.')
  })

  it('is revoked where the list names it', () => {
    const receipt = makeReceipt()
    const { stamp, outcome } = judgeOne(receipt, makeLists({ revoked: [receipt.receiptId] }))
    expect(stamp).toBe('Revoked')
    expect(outcome['revocation']).toMatch(/^FAIL/)
  })

  it.each<[string, KnownLists, string, RegExp]>([
    ['a list out of date', makeLists({ listAgoMs: 90 * MINUTE }), 'Valid so far', /out of date since 30 minutes ago/],
    [
      'a list that was changed',
      makeLists({ lists: new Map([[id, { revoked: [] }]]) }),
      'Valid so far',
      /list was refused/,
    ],
  ])('is valid so far with %s', (_, lists, stamp, words) => {
    const judged = judgeOne(makeReceipt(), lists)
    expect(judged.stamp).toBe(stamp)
    expect(judged.outcome['revocation']).toMatch(words)
  })

  it('is not cleared by a list that has forgotten it', () => {
    const old = makeReceipt({ agoMs: 301 * 24 * 60 * MINUTE })
    const { stamp, outcome } = judgeOne(old, makeLists(), { ...NO_OPTIONS, at: old.signature.signedAt })
    expect(stamp).toBe('Valid so far')
    expect(outcome['revocation']).toMatch(/^SKIPPED.*only covers receipts that expired after 5 May 2025\.$/)
    expect(judgeOne(old).words.title).toMatch(/no longer covers it\.$/)
  })

  it('is cleared by a list that goes back far enough, long after it expired', () => {
    const { words, outcome } = judgeOne(makeReceipt({ agoMs: 299 * 24 * 60 * MINUTE }))
    expect([words.stamp, outcome['revocation']?.slice(0, 4)]).toEqual(['Expired', 'PASS'])
    expect(words.title).not.toMatch(/revoked/)
  })

  it('is said to be of this browser where this browser signed it, and is trusted no more for that', () => {
    const known = withoutKeys()
    const own = { ...known, issuers: { ...known.issuers, own: [keys.publicKey] } }
    const { stamp, words, outcome } = judgeOne(makeReceipt(), own)
    expect([words.kind, stamp]).toEqual(['warn', 'Signed by this browser'])
    expect(outcome['issuer']).toMatch(/^FAIL: This browser made the key/)
    expect(judgeOne({ ...makeReceipt(), verdict: 'FAIL' }, own).stamp).toBe('Invalid')
  })

  it.each<[string, KeyChange, string, RegExp]>([
    ['compromised', { status: 'compromised' }, 'Compromised key', /stolen/],
    [
      'out of its time',
      { status: 'retired', until: new Date(NOW - 60 * MINUTE).toISOString() },
      'Unknown issuer',
      /not in use/,
    ],
    ['not yet in use', { from: new Date(NOW + MINUTE).toISOString() }, 'Unknown issuer', /not in use/],
  ])('E1: is not trusted where the key was %s, fresh or expired', (_, key, stamp, words) => {
    for (const agoMs of [0, 10 * MINUTE]) {
      const judged = judgeOne(makeReceipt({ agoMs }), makeLists({ key }))
      expect(judged.stamp).toBe(stamp)
      expect(judged.words.title).not.toMatch(/authentic|genuine/i)
      expect(judged.outcome['issuer']).toMatch(words)
    }
  })

  it('E1: of a stranger is never called authentic because it expired', () => {
    const { words } = judgeOne(makeReceipt({ agoMs: 10 * MINUTE }), withoutKeys())
    expect(words).toMatchObject({ kind: 'warn', stamp: 'Unknown issuer' })
    expect(words.title).not.toMatch(/authentic|genuine/i)
  })

  it('E2: that was revoked stays revoked after it has expired', () => {
    const receipt = makeReceipt({ agoMs: 10 * MINUTE })
    const { words } = judgeOne(receipt, makeLists({ revoked: [receipt.receiptId] }))
    expect(words).toMatchObject({ kind: 'bad', stamp: 'Revoked' })
    expect(words.title).not.toMatch(/authentic|genuine/i)
  })

  it('E2: that expired is authentic where key and list say so, and says who signed it when', () => {
    const { words } = judgeOne(makeReceipt({ agoMs: 10 * MINUTE }))
    expect(words).toMatchObject({ kind: 'warn', stamp: 'Expired' })
    expect(words.title).toMatch(/^Authentic, signed by this service on 1 Mar 2026, 11:50 UTC; /)
    const unasked = judgeOne(makeReceipt({ agoMs: 10 * MINUTE }), makeLists({ listAgoMs: 90 * MINUTE }))
    expect(unasked.words.title).toMatch(/Whether it was revoked is not known\.$/)
  })

  it('of a stranger is not trusted until the key is added', () => {
    expect(judgeOne(makeReceipt(), withoutKeys()).stamp).toBe('Unknown issuer')
    const added = [{ name: 'Ada', publicKey: keys.publicKey }]
    const { stamp, words, outcome } = judgeOne(makeReceipt(), withoutKeys(added))
    expect(stamp).toBe('Valid')
    expect(words.title).toContain('signed by “Ada” on')
    expect(outcome['issuer']).toBe('PASS: You trust this key as “Ada”.')
    expect(outcome['revocation']).toMatch(/keeps no list/)
  })

  it.each<[string, unknown, Partial<Options>, string]>([
    ['changed', { ...makeReceipt(), verdict: 'FAIL' }, {}, 'Invalid'],
    ['no receipt at all', { a: 1 }, {}, 'Invalid'],
    ['a number', 7, {}, 'Invalid'],
    ['expired', makeReceipt({ agoMs: 10 * MINUTE }), {}, 'Expired'],
    ['from the future', makeReceipt({ agoMs: -10 * MINUTE }), {}, 'Invalid'],
    [
      'for somebody else',
      makeReceipt({ audience: 'https://a.example' }),
      { audience: 'https://b.example' },
      'Not for you',
    ],
    [
      'for whom it should be',
      makeReceipt({ audience: 'https://a.example' }),
      { audience: 'https://a.example' },
      'Valid',
    ],
  ])('that is %s', (_, value, options, stamp) => {
    expect(judgeOne(value, makeLists(), { ...NO_OPTIONS, ...options }).stamp).toBe(stamp)
  })

  it('that cannot be read says why', () => {
    const judgment = judgeWithLists([{ name: 'x', problem: 'No.' }], NO_OPTIONS, makeLists()).each[0] as Judgment
    expect(describeVerdict(judgment, NO_OPTIONS)).toMatchObject({
      stamp: 'Unreadable',
      title: expect.stringMatching(/\. No\.$/),
    })
  })
})

describe('several receipts', () => {
  const first = makeReceipt({ agoMs: 20 * MINUTE })
  const second = makeReceipt({ before: computeReceiptHash(first) })
  const toDocuments = (...values: unknown[]) => values.map((value) => ({ name: 'x', value }) as ReceiptDocument)

  it('are a chain in any order, and only the last must be fresh', () => {
    const { chain, each } = judgeWithLists(toDocuments(second, first), NO_OPTIONS, makeLists())
    expect(chain).toMatchObject({ status: 'VALID', order: [1, 0] })
    expect(each.map((one) => describeVerdict(one, NO_OPTIONS).title)).toEqual([
      'Authentic, signed by this service on 1 Mar 2026, 12:00 UTC, and still fresh.',
      'Authentic, signed by this service on 1 Mar 2026, 11:40 UTC.',
    ])
  })

  it('are none where one was changed, is revoked or cannot be read', () => {
    const changed = { ...first, verdict: 'FAIL' }
    expect(judgeWithLists(toDocuments(second, changed), NO_OPTIONS, makeLists()).chain?.status).toBe('INVALID')
    const revoked = makeLists({ revoked: [first.receiptId] })
    expect(judgeWithLists(toDocuments(second, first), NO_OPTIONS, revoked).chain).toMatchObject({ reason: 'REVOKED' })
    const unread = judgeWithLists(
      [...toDocuments(second, first), { name: 'x', problem: 'No.' }],
      NO_OPTIONS,
      makeLists(),
    )
    expect(unread.chain?.status).toBe('INVALID')
  })
})

describe('trust', () => {
  it('is not demanded where a key may be one of the service that could not be asked', () => {
    expect(listTrustedKeys([makeReceipt()], OFFLINE.issuers)).toBeUndefined()
    expect(
      listTrustedKeys([makeReceipt()], { ...OFFLINE.issuers, added: [{ name: '', publicKey: STRANGE }] }),
    ).toBeUndefined()
    expect(listTrustedKeys([makeReceipt()], makeLists().issuers)).toEqual([keys.publicKey])
  })

  it('takes nothing but keys from the storage', () => {
    const good = { name: 'Ada', publicKey: STRANGE }
    expect(parseAddedKeys(JSON.stringify([good, { name: 1 }, null, { name: '', publicKey: 'x' }]))).toEqual([good])
    for (const text of [null, '{', '7', '{"a":1}']) expect(parseAddedKeys(text)).toEqual([])
  })
})

describe('the key of a person', () => {
  it.each([
    ['APPROVER_UNTRUSTED', 'Another key', true],
    ['APPROVER_MISSING', 'No key', true],
    ['APPROVER_MISMATCH', 'Invalid', undefined],
  ] as const)('that fails with %s makes what happened a claim, or nothing', (code, stamp, isClaim) => {
    const approvers = [{ outcome: 'FAIL', code, detail: 'it failed' }] as const
    const known = { ...makeLists(), approvers }
    const judgment = judgeWithLists(
      [{ name: 'x', value: JSON.parse(JSON.stringify(makeReceipt())) }],
      NO_OPTIONS,
      known,
    ).each[0]!
    expect(describeVerdict(judgment, NO_OPTIONS).stamp).toBe(stamp)
    expect(describeStory(judgment, NO_OPTIONS, 'id.example')?.isClaim).toBe(isClaim)
  })
})

describe('parseKey', () => {
  it('takes 64 hex digits however they are written, and nothing else', () => {
    expect(parseKey(` ${'AB:'.repeat(31)}AB `)).toBe('ab'.repeat(32))
    for (const text of ['', 'ab', 'zz'.repeat(32), 'ab'.repeat(33)]) expect(parseKey(text)).toBeNull()
  })
})
