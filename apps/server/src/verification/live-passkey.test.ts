import type { Enrollment, Verification } from '@stillhere/contract'
import {
  beginCommitments,
  computeScanDigest,
  extendCommitments,
  type Receipt,
  readPresencePolicy,
} from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAKERS } from '../../test/attestations.ts'
import { type Authenticator, newAuthenticator } from '../../test/authenticator.ts'
import { newAuthority } from '../../test/certificates.ts'
import { addTestCheck, addTestSite, callCheck } from '../../test/checks.ts'
import { beginLiveScan, liveBody, type LiveScan, makeSteps } from '../../test/live-person.ts'
import { addNode, bearerFor } from '../../test/nodes.ts'
import { addPasskey } from '../../test/passkeys.ts'
import { ADA, answerOf, challengeFor, enrollPerson, forgetMotion, verifyBody } from '../../test/people.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { sql } from '../database/sql.ts'

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

/** What a passkey is asked to sign for a scan. */
function digestOf({ asked, steps }: LiveScan): Buffer {
  return Buffer.from(computeScanDigest(asked.challenge_id, steps.at(-1)?.commitment ?? ''), 'hex')
}

const signedBy = (authenticator: Authenticator, scan: LiveScan) => ({
  ...liveBody(scan, ada),
  passkey: authenticator.sign(digestOf(scan)),
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
      expect(readPresencePolicy(verdict.receipt as Receipt)).toMatchObject({ assurance: level, pace: 'live', device })
    }
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
      ({ asked, steps }) =>
        plain.sign(Buffer.from(computeScanDigest(asked.challenge_id, steps[4]?.commitment ?? ''), 'hex')),
    ],
    ['of a stranger', /does not belong to this node/, (scan) => newAuthenticator().sign(digestOf(scan))],
    ['without user verification', /did not check who used it/, (scan) => plain.sign(digestOf(scan), { flags: 1 })],
    ['that is none', /cannot be read/, () => ({ id: 1 })],
  ])('is refused with a signature %s, also where level 1 would do', async (_, explanation, sign) => {
    const scan = await scanLive(1)
    const verdict = await verify({ ...liveBody(scan, ada), passkey: sign(scan) })
    expect(verdict).toMatchObject({ verified: false, rejection_reason: 'device_attestation_failed', assurance: null })
    expect(verdict.explanation).toMatch(explanation)
    expect(verdict.receipt).toBeUndefined()
  })
})

it('a passkey signs a scan whose strokes were all told at once, too, and it stays level 1', async () => {
  const asked = await challengeFor(service, { purpose: 'verify', email: EMAIL }, headers)
  const body = verifyBody(asked, ada, answerOf(ADA, asked))
  const { imu_sequence } = body['response'] as { imu_sequence: { samples: unknown[] } }
  const chain = extendCommitments(beginCommitments(asked.challenge_id), {
    imu: imu_sequence.samples,
    camera: [],
    pose: [],
  })
  const passkey = plain.sign(Buffer.from(computeScanDigest(asked.challenge_id, chain), 'hex'))
  expect(await verify({ ...body, passkey })).toMatchObject({
    verified: true,
    assurance: { level: 1, pace: 'batch', device: 'passkey' },
  })
})
