import type { Enrollment, Verification } from '@stillhere/contract'
import { beginCommitments, extendCommitments, type Receipt, readPresencePolicy } from '@stillhere/receipt'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/receipt/approver'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAKERS } from '../../../test/attestations.ts'
import { type Authenticator, newAuthenticator } from '../../../test/authenticator.ts'
import { newAuthority } from '../../../test/certificates.ts'
import { addTestCheck, addTestSite, callCheck } from '../../../test/checks.ts'
import { beginLiveScan, challengePasskey, liveBody, type LiveScan, makeSteps } from '../../../test/live-person.ts'
import { describeModel, describeModels, importBlob, newSigner, signBlob } from '../../../test/metadata.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { addPasskey } from '../../../test/passkeys.ts'
import { ADA, answerOf, challengeFor, enrollPerson, forgetMotion, verifyBody } from '../../../test/people.ts'
import { rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'

const root = newAuthority('Root of the tests')
const EMAIL = 'ada@example.org'
let service: TestService
let ada: Enrollment
let headers: { authorization: string }
const plain = newAuthenticator()
const attested = newAuthenticator()

beforeAll(async () => {
  service = await startTestService({ deviceRoots: root.path })
  const node = await addNode(service, { email: EMAIL })
  headers = await bearerFor(service, node)
  const made = [
    await addPasskey(service, headers, { authenticator: plain }),
    await addPasskey(service, headers, { authenticator: attested, changes: { attest: MAKERS.packed(root) } }),
  ]
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  ada = await enrollPerson(service, ADA, { email: EMAIL, headers })
}, 60_000)
beforeEach(() => forgetMotion(service))

afterAll(() => service.stop())

async function verify(payload: object): Promise<Verification> {
  const answer = await service.call('POST', '/api/verify', { payload, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function scanLive(assurance: 1 | 2 | 3): Promise<LiveScan> {
  const scan = await beginLiveScan(service, ADA, { email: EMAIL, assurance }, headers)
  await makeSteps(service, scan.asked.challenge_id, scan.steps)
  return scan
}

const signedBy = (authenticator: Authenticator, scan: LiveScan) => ({
  ...liveBody(scan, ada),
  passkey: authenticator.sign(challengePasskey(scan)),
})

describe('a live scan with a passkey', () => {
  it('is told which passkeys may sign, reaches level 2, and level 3 on attested hardware', async () => {
    for (const [authenticator, device, level] of [
      [plain, 'passkey', 2],
      [attested, 'attested', 3],
    ] as const) {
      const scan = await scanLive(level)
      expect(scan.asked.passkeys).toMatchObject({ rp_id: 'localhost' })
      const able = level === 3 ? [attested] : [plain, attested]
      expect(new Set(scan.asked.passkeys?.credential_ids)).toEqual(new Set(able.map((one) => one.credentialId)))
      const verdict = await verify(signedBy(authenticator, scan))
      expect(verdict).toMatchObject({ verified: true, assurance: { level, pace: 'live', device } })
      const { statement } = scan.asked
      expect(statement).toMatchObject({ level, challenge_id: scan.asked.challenge_id, chain: null, method: 'hand' })
      const receipt = verdict.receipt as Receipt
      expect([receipt.expiresAt, receipt.issuer.publicKey]).toEqual([statement?.not_after, statement?.issuer])
      const stated = { assurance: level, pace: 'live', device, method: 'hand', motion: 'reported' }
      expect(readPresencePolicy(receipt)).toMatchObject(stated)
      // Nobody asked for the key.
      expect(receipt.evidence.map(({ engineId }) => engineId)).not.toContain('APPROVER-KEY')
    }
  })

  it('states the level that was signed, also where the key would give more', async () => {
    for (const asked of [1, 2] as const) {
      await forgetMotion(service)
      const verdict = await verify(signedBy(attested, await scanLive(asked)))
      expect(verdict.assurance).toEqual({ level: 2, pace: 'live', device: 'attested' })
    }
  })

  it('challenge_expired: signed under a key of the service that was replaced since; nothing is issued', async () => {
    const scan = await scanLive(2)
    await rotate(service)
    const verdict = await verify(signedBy(plain, scan))
    expect(verdict).toMatchObject({ verified: false, rejection_reason: 'challenge_expired', assurance: null })
    expect(verdict.explanation).toMatch(/key of this service has changed. Scan and sign once more/)
    expect(verdict.receipt).toBeUndefined()
    await forgetMotion(service)
    expect(await verify(signedBy(plain, await scanLive(2)))).toMatchObject({ verified: true })
  })

  it('400: an audience that only the answer names is none that was signed', async () => {
    const scan = await scanLive(2)
    const payload = { ...signedBy(plain, scan), audience: 'http://localhost' }
    const answer = await service.call('POST', '/api/verify', { payload, headers })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/audience' })],
    ])
  })

  it('passes a check that asks for level 2; without the passkey it is refused, and the check stays open', async () => {
    const shop = await addTestSite(service)
    const { id: check } = await addTestCheck(service, shop, { assurance: 2 })
    const begin = async () => {
      const scan = await beginLiveScan(service, ADA, { email: EMAIL, check }, headers)
      await makeSteps(service, scan.asked.challenge_id, scan.steps)
      return scan
    }
    const unsigned = await verify(liveBody(await begin(), ada))
    expect(unsigned).toMatchObject({ rejection_reason: 'assurance_not_reached', check: { status: 'open', code: null } })
    await forgetMotion(service)
    const { check: told } = await verify(signedBy(plain, await begin()))
    const redeemed = await callCheck(service, `${check}/redeem`, { payload: { code: told?.code }, token: shop.secret })
    expect(redeemed.json()).toMatchObject({ status: 'passed', assurance: 2 })
  })

  it('is refused at level 3 with a passkey on other hardware', async () => {
    const scan = await scanLive(3)
    expect(await verify(signedBy(plain, scan))).toMatchObject({
      verified: false,
      rejection_reason: 'assurance_not_reached',
      explanation: 'Level 3 was asked for, but the passkey is on no hardware that this service accepts.',
    })
  })

  it('is not lifted to level 3 by another device: no endpoint takes a token for a challenge', async () => {
    const { asked } = await beginLiveScan(service, ADA, { email: EMAIL, assurance: 3 }, headers)
    const url = `/api/challenge/${asked.challenge_id}/token`
    const answer = await service.call('GET', url)
    expect(answer.json()).toMatchObject({ status: 404, detail: 'Nothing is served at this path.' })
    const { columns } = await service.db.one<{ columns: string[] }>(sql`
      SELECT array_agg(attname::text) AS columns FROM pg_attribute
      WHERE attrelid = 'live_challenge'::regclass AND attnum > 0 AND NOT attisdropped`)
    expect(columns.filter((name) => name.includes('token'))).toEqual([])
  })

  it.each<[string, RegExp, (scan: LiveScan) => unknown]>([
    ['of another scan', /another challenge/, () => plain.sign(Buffer.alloc(32))],
    [
      'of the same challenge and other motion',
      /another challenge/,
      (scan) => plain.sign(challengePasskey({ ...scan, steps: scan.steps.slice(0, 5) })),
    ],
    ...(['action', 'audience', 'nonce', 'not_after', 'level', 'issuer'] as const).map(
      (name): [string, RegExp, (scan: LiveScan) => unknown] => [
        `over another ${name}`,
        /another challenge/,
        (scan) => plain.sign(challengeChanged(scan, name)),
      ],
    ),
    ['of a stranger', /does not belong to this node/, (scan) => newAuthenticator().sign(challengePasskey(scan))],
    [
      'without user verification',
      /did not check who used it/,
      (scan) => plain.sign(challengePasskey(scan), { flags: 1 }),
    ],
    ['that is none', /cannot be read/, () => ({ id: 1 })],
  ])('is refused with a signature %s, also where level 1 would do', async (_, explanation, sign) => {
    const scan = await scanLive(1)
    const verdict = await verify({ ...liveBody(scan, ada), passkey: sign(scan) })
    expect(verdict).toMatchObject({ verified: false, rejection_reason: 'device_attestation_failed', assurance: null })
    expect(verdict.explanation).toMatch(explanation)
    expect(verdict.receipt).toBeUndefined()
  })
})

/** What a passkey would sign where one member of the statement were another. */
function challengeChanged({ asked, steps }: LiveScan, name: string): Uint8Array {
  if (!asked.statement) throw new Error('no passkey may sign this scan')
  const changed = name === 'level' ? { level: 3 as const } : { [name]: 'another' }
  const statement = { ...asked.statement, chain: steps.at(-1)?.commitment ?? null, ...changed }
  return computeApproverChallenge([computeStatementDigest(statement)])
}

it('a passkey signs no scan whose strokes were all told at once', async () => {
  const asked = await challengeFor(service, { purpose: 'verify', email: EMAIL }, headers)
  const body = verifyBody(asked, ada, answerOf(ADA, asked))
  const { imu_sequence } = body['response'] as { imu_sequence: { samples: unknown[] } }
  const chain = extendCommitments(beginCommitments(asked.challenge_id), {
    imu: imu_sequence.samples,
    camera: [],
    pose: [],
  })
  const passkey = plain.sign(Buffer.from(chain, 'hex'))
  expect(asked).not.toHaveProperty('statement')
  const verdict = await verify({ ...body, passkey })
  expect(verdict).toMatchObject({ verified: false, rejection_reason: 'device_attestation_failed' })
  expect(verdict.explanation).toMatch(/signs live scans only/)
})

it('level 3 by metadata lasts until the model is revoked, also in the middle of a scan', async () => {
  const [authority, maker, key] = [newAuthority('Root of the metadata'), newAuthority('A maker'), newAuthenticator()]
  const load = (no: number, statuses: string[]) => {
    const blob = signBlob(newSigner(authority), describeModels([describeModel(maker, { statuses })], { no }))
    return importBlob(service.db, { blob, root: authority.path[0]!, now: service.now() })
  }
  await load(1, ['FIDO_CERTIFIED_L1'])
  await addPasskey(service, headers, { authenticator: key, changes: { attest: MAKERS.packed(maker) } })
  expect(await verify(signedBy(key, await scanLive(3)))).toMatchObject({ verified: true, assurance: { level: 3 } })
  await forgetMotion(service)
  const scan = await scanLive(3)
  await load(2, ['FIDO_CERTIFIED_L1', 'REVOKED'])
  expect(await verify(signedBy(key, scan))).toMatchObject({
    verified: false,
    rejection_reason: 'assurance_not_reached',
  })
})
