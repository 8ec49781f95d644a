import { describe, expect, it } from 'vitest'
import { ADA, approvalReceipt, BOB } from '../../scripts/cases/approvals.ts'
import { ISSUER as APPROVAL_ISSUER } from '../../scripts/cases/drafts.ts'
import { findLine, runCli, verifyFile } from '../../test/fake-io.ts'
import {
  editMember,
  EVIDENCE,
  hashReceipt,
  ISSUER,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  PRESENCE_POLICY,
  sampleReceipt,
  makeSuccessor,
} from '../../test/sample-receipts.ts'
import { encodeHeader } from '../header.ts'
import { presencePolicyToBlock } from '../presence-policy.ts'
import { verifyReceipt } from '../verify.ts'

const RECEIPT = sampleReceipt()
const AUDIENCE = 'https://stillhere.example'
const OTHER_KEY = OTHER_KEYS.publicKey
const TRUSTED = ['--trusted', ISSUER.publicKey]

describe('verify, for people', () => {
  it('2: without trusted keys the issuer is unknown; every check, trust, coverage, hash and time in words', async () => {
    const run = await verifyFile(RECEIPT)
    expect(run.exitCode).toBe(2)
    expect(run.output).toMatch(
      /^ISSUER UNKNOWN {2}Unchanged since it was signed, but whose key .*\n\nV1 {2}Form {9}PASS {5}All required fields/,
    )
    for (const name of ['V2', 'V3', 'V4', 'V5', 'V6']) expect(findLine(run, name)).toMatch(/ PASS {5}\w/)
    expect(findLine(run, 'V7')).toMatch(/^V7 {2}Predecessor {2}SKIPPED {2}Not needed: it names no receipt before it/)
    expect(findLine(run, 'Trust')).toMatch(/SKIPPED: .*anyone can make a key.*--trusted KEYS/)
    expect(findLine(run, 'Key')).toContain(ISSUER.publicKey)
    expect(findLine(run, 'Coverage')).toMatch(/covers every member/)
    expect(findLine(run, 'Hash')).toBe(`Hash       ${hashReceipt(RECEIPT)}`)
    expect(findLine(run, 'Judged at')).toBe('Judged at  2026-03-01T12:00:10.000Z')
    expect(run.errors).toBe('')
  })

  it('0: reads a header word, with or without a line break', async () => {
    expect((await verifyFile(encodeHeader(RECEIPT), TRUSTED)).exitCode).toBe(0)
    expect((await verifyFile(`${encodeHeader(RECEIPT)}\n`, TRUSTED)).exitCode).toBe(0)
  })

  it('0: reads standard input and ignores a byte order mark', async () => {
    const stdin = `\ufeff${JSON.stringify(RECEIPT)}`
    expect(await runCli(['verify', '-', ...TRUSTED], { stdin })).toMatchObject({ exitCode: 0 })
  })

  it('0: meets all demands together', async () => {
    const demands = ['--trusted', `${OTHER_KEY}, ${ISSUER.publicKey}`, '--audience', AUDIENCE, '--max-age', '10']
    const run = await verifyFile(RECEIPT, demands)
    expect(run.exitCode).toBe(0)
    expect(findLine(run, 'Trust')).toMatch(/PASS: /)
    expect(findLine(run, 'Age')).toMatch(/PASS: /)
    expect(findLine(run, 'Audience')).toMatch(/PASS: /)
  })

  it('1: shows every failed check, not only the first', async () => {
    const run = await verifyFile(editMember(RECEIPT, '/evidence/0/payload/score', 1), ['--at', '2027-01-01T00:00:00Z'])
    expect(run.exitCode).toBe(1)
    expect(run.output).toMatch(
      /^INVALID {2}INVALID_SIGNATURE {2}It was changed after it was signed, .*\. The signature does not fit/,
    )
    expect(findLine(run, 'V2')).toMatch(/FAIL .*\(INVALID_SIGNATURE\)$/)
    expect(findLine(run, 'V5')).toMatch(/FAIL .*\(EVIDENCE_TAMPERED\)$/)
    expect(findLine(run, 'V6')).toMatch(/FAIL .*\(EXPIRED\)$/)
  })

  it('1: says that a wrong form leaves the rest unjudged', async () => {
    const run = await verifyFile({ ...RECEIPT, surprise: true }, ['--trusted', ISSUER.publicKey])
    expect(run.exitCode).toBe(1)
    expect(findLine(run, 'V1')).toMatch(/FAIL .*\/surprise is not a member/)
    expect(findLine(run, 'V2')).toMatch(/SKIPPED {2}Not made: without the right form/)
    expect(findLine(run, 'Trust')).toMatch(/SKIPPED: Not made: without the right form/)
    expect(findLine(run, 'Coverage')).toMatch(/does not have the form/)
    expect(findLine(run, 'Issuer')).toBeUndefined()
  })

  it.each([
    ['an audience', ['--audience', 'https://other.example'], 'AUDIENCE_MISMATCH'],
    ['an age', ['--max-age', '9.999'], 'TOO_OLD'],
    ['a time before its end', ['--at', '2026-03-01T11:00:00+00:00'], 'TEMPORAL_INCONSISTENCY'],
    ['a time after its expiry', ['--at', '2026-03-01T13:00:00Z'], 'EXPIRED'],
  ])('1: refuses a receipt that does not meet %s', async (_name, args, code) => {
    const run = await verifyFile(RECEIPT, ['--trusted', ISSUER.publicKey, ...args])
    expect(run.exitCode).toBe(1)
    expect(run.output).toContain(`INVALID  ${code}  `)
  })

  it('2: tells a valid receipt of a stranger from an invalid one', async () => {
    const run = await verifyFile(RECEIPT, ['--trusted', OTHER_KEY])
    expect(run.exitCode).toBe(2)
    expect(run.output).toMatch(/^UNTRUSTED {2}Signed with a key that is not among those you trust/)
    expect(findLine(run, 'Trust')).toMatch(/FAIL: .*UNTRUSTED_ISSUER/)
  })

  it.each([
    ['has expired', ['--at', '2027-01-01T00:00:00Z']],
    ['is for somebody else', ['--audience', 'x']],
  ])('1: a receipt of a stranger that also %s is invalid', async (_name, args) => {
    const run = await verifyFile(RECEIPT, ['--trusted', OTHER_KEY, ...args])
    expect(run.exitCode).toBe(1)
    expect(run.output).toMatch(/^INVALID {2}UNTRUSTED_ISSUER {2}Signed with a key/)
  })

  it('0: says by whom a trusted one was signed; 1: and that its five minutes are over', async () => {
    expect((await verifyFile(RECEIPT, TRUSTED)).output).toMatch(/^VALID {2}Authentic, signed by issuer \w+ on /)
    const late = await verifyFile(RECEIPT, [...TRUSTED, '--at', '2027-01-01T00:00:00Z'])
    expect(late.output).toMatch(/^INVALID {2}EXPIRED {2}Authentic, signed by .*; its five minutes are over\.\n/)
  })

  it.each([
    ['no such file', undefined, /r\.json: no such file/],
    ['not JSON', 'VALID', /r\.json: the text is not JSON/],
    ['empty', ' \n', /r\.json: is empty/],
    ['a member twice', '{"a":1,"\\u0061":2}', /has the member "a" twice/],
    ['a forbidden name', '{"__proto__":{}}', /forbidden member name/],
    ['a number that JSON cannot hold', '{"a":1e999}', /is Infinity/],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), /is not UTF-8 text/],
    ['a word with padding', 'e30=', /not base64url without padding/],
    ['a word of something else', 'eyJh', /in the header, .*not JSON/],
    ['a word that is too long', 'e'.repeat(70_000), /at most 65536 characters/],
    ['a text beyond all limits', `{"a":"${'x'.repeat(17_000_000)}"}`, /r\.json: the text is longer than/],
  ])('3: %s', async (_name, file, message) => {
    const { exitCode, output, errors } = await runCli(['verify', 'r.json'], {
      files: file === undefined ? {} : { 'r.json': file },
    })
    expect(errors).toMatch(message)
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: '' })
  })

  it('paints outcomes only when asked to', async () => {
    const world = { files: { 'r.json': RECEIPT } }
    expect((await runCli(['verify', 'r.json'], { ...world, colors: true })).output).toContain('\u001b[32mPASS\u001b[0m')
    expect((await runCli(['verify', 'r.json'], world)).output).not.toContain('\u001b')
  })
})

describe('verify of a test', () => {
  const TEST = sampleReceipt({
    evidence: [...EVIDENCE, presencePolicyToBlock({ ...PRESENCE_POLICY, test: true })],
  })

  it('1: refuses it by name; 0: unless tests are allowed', async () => {
    const refused = await verifyFile(TEST)
    expect(refused.exitCode).toBe(1)
    expect(refused.output).toMatch(/^INVALID {2}TEST_RECEIPT {2}/)
    expect((await verifyFile(TEST, ['--allow-test', ...TRUSTED])).exitCode).toBe(0)
  })

  it('1: and says so as JSON', async () => {
    const refused = await verifyFile(TEST, ['--json'])
    expect(refused.exitCode).toBe(1)
    expect(JSON.parse(refused.output)).toMatchObject({ status: 'INVALID', reason: 'TEST_RECEIPT' })
  })

  it('1: refuses a chain with one in it', async () => {
    const run = await runCli(['verify', '-', '--at', new Date(NOW).toISOString()], { stdin: JSON.stringify([TEST]) })
    expect(run.exitCode).toBe(1)
    expect(run.output).toMatch(/^INVALID {2}TEST_RECEIPT {2}/)
  })
})

describe('verify with --action-digest', () => {
  const [DIGEST, OTHER] = ['a'.repeat(64), 'b'.repeat(64)]
  const policy = presencePolicyToBlock({ ...PRESENCE_POLICY, action_digest: DIGEST })
  const APPROVED = sampleReceipt({ evidence: [...EVIDENCE, policy] })

  it('0: says that it is for the action of this digest', async () => {
    const run = await verifyFile(APPROVED, ['--action-digest', DIGEST, ...TRUSTED])
    expect([run.exitCode, findLine(run, 'Action')]).toEqual([0, expect.stringContaining('PASS: It is for the action')])
    expect((await verifyFile(APPROVED)).output).not.toMatch(/^Action/m)
  })

  it('1: refuses a receipt for another action, and names its digest', async () => {
    const run = await verifyFile(APPROVED, ['--action-digest', OTHER, ...TRUSTED])
    expect(run.exitCode).toBe(1)
    expect(run.output).toMatch(
      /^INVALID {2}ACTION_DIGEST_MISMATCH {2}It is for another action, whose digest is a{64}\./,
    )
    expect(findLine(run, 'Action')).toMatch(/FAIL: .*\(ACTION_DIGEST_MISMATCH\)/)
    const json = await verifyFile(APPROVED, ['--action-digest', OTHER, '--json'])
    expect(JSON.parse(json.output)).toMatchObject({ status: 'INVALID', reason: 'ACTION_DIGEST_MISMATCH' })
  })

  it('1: refuses a receipt that names no action, also where an untrusted key would have been 2', async () => {
    const run = await verifyFile(RECEIPT, ['--action-digest', DIGEST, '--trusted', OTHER_KEYS.publicKey])
    expect([run.exitCode, run.output]).toEqual([1, expect.stringContaining('ACTION_DIGEST_MISMATCH')])
    const named = await verifyFile(RECEIPT, ['--action-digest', DIGEST, ...TRUSTED])
    expect(named.output).toContain('It names no action by its digest.')
  })

  it('1: refuses an old receipt, in which nobody signed which evidence is the policy', async () => {
    const old = oldReceipt({ evidence: APPROVED.evidence })
    expect((await verifyFile(old, ['--legacy', ...TRUSTED])).exitCode).toBe(0)
    const run = await verifyFile(old, ['--legacy', '--action-digest', DIGEST])
    expect([run.exitCode, run.output]).toEqual([1, expect.stringContaining('ACTION_DIGEST_MISMATCH')])
  })

  it.each([['A'.repeat(64)], ['a'.repeat(63)], ['']])('64: %j is no digest', async (given) => {
    expect(await verifyFile(APPROVED, ['--action-digest', given])).toMatchObject({ exitCode: 64, output: '' })
  })

  it('64: a chain is for no one action', async () => {
    const run = await runCli(['verify', '-', '--action-digest', DIGEST], { stdin: JSON.stringify([APPROVED]) })
    expect([run.exitCode, run.errors]).toEqual([64, expect.stringContaining('not of a chain')])
  })
})

describe('verify with --predecessor', () => {
  const next = makeSuccessor(RECEIPT)

  it('judges V7 when the predecessor is given, and says so when it is not', async () => {
    expect(findLine(await verifyFile(next, ['--predecessor', 'p.json'], { 'p.json': RECEIPT }), 'V7')).toMatch(
      /PASS {5}It follows/,
    )
    expect(findLine(await verifyFile(next), 'V7')).toMatch(
      /SKIPPED {2}Not made: it names a receipt before it.*--predecessor FILE/,
    )
  })

  it('1: refuses another predecessor', async () => {
    const run = await verifyFile(next, ['--predecessor', 'p.json'], { 'p.json': next })
    expect(run.exitCode).toBe(1)
    expect(findLine(run, 'V7')).toMatch(/FAIL .*CHAIN_BROKEN/)
  })

  it('3: an unreadable predecessor is not taken for an absent one', async () => {
    expect(await verifyFile(next, ['--predecessor', 'p.json'])).toMatchObject({ exitCode: 3 })
  })

  it('0: the predecessor may come from standard input', async () => {
    const world = { files: { 'r.json': next }, stdin: RECEIPT }
    expect(await runCli(['verify', 'r.json', '--predecessor', '-', ...TRUSTED], world)).toMatchObject({ exitCode: 0 })
  })
})

describe('verify with --legacy', () => {
  const old = oldReceipt({ references: ['one'] })

  it('0: names the members that nobody signed', async () => {
    const run = await verifyFile(old, ['--legacy', ...TRUSTED])
    expect(run.exitCode).toBe(0)
    expect(findLine(run, 'Coverage')).toMatch(/leaves \d+ members out/)
    expect(run.output).toMatch(/Unsigned {3}\/subject\/type\n {11}\/previousReceiptHash\n/)
  })

  it('1: refuses the old profile without it', async () => {
    expect(findLine(await verifyFile(old), 'V2')).toMatch(/FAIL .*Old profile/)
  })
})

describe('verify --approver-key', () => {
  const approval = approvalReceipt()
  const trusted = ['--trusted', APPROVAL_ISSUER.publicKey]
  const pin = (...keys: string[]) => keys.flatMap((key) => ['--approver-key', key])

  it('0: of several keys of the person, one signed', async () => {
    const run = await verifyFile(approval, [...trusted, ...pin(BOB.thumbprint, ADA.thumbprint)])
    expect(run.exitCode).toBe(0)
    expect(findLine(run, 'V8')).toMatch(/^V8 {2}Person {7}PASS .*own key signed exactly this/)
  })

  it('1: another key signed', async () => {
    const run = await verifyFile(approval, [...trusted, ...pin(BOB.thumbprint)])
    expect(run).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^INVALID {2}APPROVER_UNTRUSTED/) })
    expect(findLine(run, 'V8')).toMatch(/FAIL .*not among the pinned ones.*APPROVER_UNTRUSTED/)
  })

  it('1: another key, whose thumbprint begins with a dash, signed', async () => {
    const run = await verifyFile(approval, [...trusted, ...pin(`-${BOB.thumbprint.slice(1)}`)])
    expect(run).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^INVALID {2}APPROVER_UNTRUSTED/) })
  })

  it('1: no key signed', async () => {
    const run = await verifyFile(RECEIPT, [...TRUSTED, ...pin(ADA.thumbprint)])
    expect(run).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^INVALID {2}APPROVER_MISSING/) })
  })

  it('1: the key signed something else, also where none is demanded', async () => {
    const forged = approvalReceipt({ signed: { '/action': 'Pay Eve' } })
    const run = await verifyFile(forged, trusted)
    expect(run).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^INVALID {2}APPROVER_MISMATCH/) })
    const chain = await verifyFile([RECEIPT, forged], trusted)
    expect(chain.output).toContain('APPROVER_MISMATCH')
  })

  it.each([
    ['no thumbprint', RECEIPT, 'short'],
    ['a chain', [RECEIPT], ADA.thumbprint],
  ])('64: %s', async (_, given, key) => {
    expect(await verifyFile(given, pin(key))).toMatchObject({
      exitCode: 64,
      errors: expect.stringContaining('--approver-key'),
    })
  })
})

describe('verify --json', () => {
  it('prints the results of verifyReceipt and verifyApprover and nothing else, with the same exit codes', async () => {
    const cases: [object, string[], number][] = [
      [RECEIPT, TRUSTED, 0],
      [RECEIPT, [], 2],
      [editMember(RECEIPT, '/verdict', 'FAIL'), [], 1],
      [RECEIPT, ['--trusted', OTHER_KEY], 2],
    ]
    for (const [receipt, args, exitCode] of cases) {
      const run = await verifyFile(receipt, ['--json', ...args])
      const trustedIssuers = args[1] === undefined ? {} : { trustedIssuers: [args[1]] }
      const approver = { outcome: 'SKIPPED', detail: 'no key of a person is in it' }
      expect(JSON.parse(run.output)).toEqual({ ...verifyReceipt(receipt, { now: NOW, ...trustedIssuers }), approver })
      expect(run).toMatchObject({ exitCode, errors: '' })
    }
  })

  it('3: prints UNREADABLE as JSON too', async () => {
    const run = await verifyFile('{', ['--json'])
    expect(JSON.parse(run.output)).toEqual({ status: 'UNREADABLE', detail: expect.stringMatching(/^r\.json: .*JSON/) })
    expect(run).toMatchObject({ exitCode: 3, errors: '' })
  })

  it('64: wrong usage leaves standard output empty', async () => {
    expect(await verifyFile(RECEIPT, ['--json', '--trusted', 'abc'])).toMatchObject({ exitCode: 64, output: '' })
  })
})
