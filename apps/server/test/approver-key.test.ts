import {
  acceptReceipt,
  buildReceipt,
  computePayloadDigest,
  presencePolicyToBlock,
  type Receipt,
  readPresencePolicy,
  signReceipt,
} from '@stillhere/receipt'
import {
  acceptApproval,
  type ApproverBlock,
  type ApproverKey,
  approverToBlock,
  computeApproverChallenge,
  computeStatementDigest,
  computeThumbprint,
  rebuildStatement,
} from '@stillhere/receipt/approver'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSigningKey } from '../src/scan/receipts/issuer.ts'
import { askAsSite, MANY_ATTACKS, readAsking, redeemAsSite } from './approval-attacks.ts'
import {
  addApprover,
  allowAsker,
  type Approver,
  type Asking,
  DEPLOY,
  grant,
  signScan,
  verifyScan,
} from './approvals.ts'
import { type Authenticator, newAuthenticator } from './authenticator.ts'
import { addTestCheck, addTestSite, callCheck, SHOP_ORIGIN, type TestSite } from './checks.ts'
import { beginLiveScan, makeSteps } from './live-person.ts'
import { forgetMotion } from './people.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let shop: TestSite
let ada: Approver

beforeAll(async () => {
  service = await startTestService({ limits: MANY_ATTACKS })
  shop = await addTestSite(service)
  ada = await addApprover(service)
  await allowAsker(service, ada, shop.key, { per_day: 100, share_key: true })
}, 60_000)
afterAll(() => service.stop())
beforeEach(() => forgetMotion(service))

const keyOf = ({ keys }: Authenticator) => keys.publicKey.export({ format: 'jwk' }) as ApproverKey
const ask = async (changes: object = {}): Promise<Asking> => readAsking(await askAsSite(service, shop, ada, changes))

type Redeemed = { receipt: Receipt; nonce: string }

/** Has Ada approve something for the shop, and redeems it. */
async function approve(changes: object = {}): Promise<Redeemed & Asking> {
  const asking = await ask(changes)
  expect((await grant(service, ada, asking)).approval?.status).toBe('granted')
  const redeemed = await redeemAsSite(service, shop, asking)
  expect(redeemed.statusCode, redeemed.body).toBe(200)
  const outcome: Redeemed = redeemed.json()
  return { ...asking, ...outcome }
}

const findBlock = ({ evidence }: Receipt) =>
  evidence.find(({ engineId }) => engineId === 'APPROVER-KEY')?.payload as ApproverBlock | undefined

/** What the shop demands of a receipt for an action, without and with the pinned key. */
function demand({ receipt, digest }: { receipt: Receipt; digest: string }) {
  const trust = { trustedIssuers: [receipt.issuer.publicKey], audience: SHOP_ORIGIN, now: service.now() }
  return { ...trust, actionDigest: digest }
}
const pin = (approved: { receipt: Receipt; digest: string; nonce: string }) => ({
  ...demand(approved),
  nonce: approved.nonce,
  approverKeys: [computeThumbprint(keyOf(ada.authenticator))],
})

describe('an approval by a person whose key the asker has pinned', () => {
  it('is accepted without the service: the key signed the action, the audience, the nonce, the level and the end', async () => {
    const approved = await approve()
    expect(approved.nonce).toBe(approved.id)
    expect(await acceptApproval(approved.receipt, pin(approved))).toMatchObject({ accepted: true, method: 'hand' })
    expect(findBlock(approved.receipt)).toMatchObject({
      key: keyOf(ada.authenticator),
      rp_id: 'localhost',
      origin: 'http://localhost',
      index: 0,
      aaguid: null,
    })
    expect(readPresencePolicy(approved.receipt)).toMatchObject({ assurance: 2, method: 'hand', motion: 'reported' })
  })

  it('has the nonce that the asker chose, in the statement, the references and the answer', async () => {
    const approved = await approve({ nonce: 'order 7' })
    expect([approved.nonce, approved.receipt.references]).toEqual([
      'order 7',
      [`action:${DEPLOY.summary}`, 'nonce:order 7'],
    ])
    expect(await acceptApproval(approved.receipt, pin(approved))).toMatchObject({ accepted: true })
    const other = { ...pin(approved), nonce: approved.id }
    expect(await acceptApproval(approved.receipt, other)).toMatchObject({ accepted: false, reason: 'NONCE_MISMATCH' })
  })

  it('400: a nonce with signs that are not seen', async () => {
    const answer = await askAsSite(service, shop, ada, { nonce: 'order\u200b7' })
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [expect.objectContaining({ pointer: '/nonce' })]])
  })

  it('carries no key unless the person shares it with this asker, and then it is the word of the service', async () => {
    const setSharing = (payload: object) => allowAsker(service, ada, shop.key, payload)
    expect((await setSharing({ share_key: false })).json()).toMatchObject({ shares_key: false })
    const approved = await approve()
    expect(findBlock(approved.receipt)).toBeUndefined()
    expect(readPresencePolicy(approved.receipt)).toMatchObject({ assurance: 2, device: 'passkey' })
    expect(await acceptApproval(approved.receipt, pin(approved))).toMatchObject({ reason: 'APPROVER_MISSING' })
    expect((await setSharing({ share_key: true })).json()).toMatchObject({ shares_key: true })
    expect((await setSharing({ per_day: 50 })).json()).toMatchObject({ shares_key: true, per_day: 50 })
    await service.call('DELETE', `/api/node/askers/${shop.key}`, { headers: ada.headers })
    expect((await setSharing({ per_day: 100 })).json()).toMatchObject({ shares_key: false })
    await setSharing({ share_key: true })
  })
})

describe('an attacker with the signing key of the service', () => {
  const EVIL = { type: 'payment', summary: 'Pay 82,000 EUR to Eve' }
  const digest = computePayloadDigest(EVIL)
  const NONCE = 'order 8'
  let genuine: Redeemed & Asking

  beforeAll(async () => {
    await forgetMotion(service)
    genuine = await approve({ nonce: NONCE })
  })

  /** A receipt of level 3 for what nobody approved, signed by the service's own key. */
  async function forge(prove: (draft: Receipt) => ApproverBlock | null): Promise<Receipt> {
    const { secretKey } = await service.db.transaction((tx) => openSigningKey(tx, service, 'production'))
    const policy = readPresencePolicy(genuine.receipt)
    if (policy === null) throw new Error('the receipt states no policy')
    const claim = { action: EVIL.summary, action_digest: digest, nonce: NONCE }
    const stated = presencePolicyToBlock({ ...policy, ...claim, assurance: 3, device: 'attested' })
    const evidence = genuine.receipt.evidence.filter(({ engineId }) => engineId.startsWith('EE-'))
    const { subject, interval, issuer, assertions, expiresAt = '' } = genuine.receipt
    const draft = (block: ApproverBlock | null) =>
      signReceipt(
        buildReceipt({
          evidence: [...evidence, stated, ...(block ? [approverToBlock(block)] : [])],
          subject,
          interval,
          issuer,
          assertions,
          expiresAt,
          verdict: 'PASS',
          audience: SHOP_ORIGIN,
          references: [`action:${EVIL.summary}`, `nonce:${NONCE}`],
          now: service.now(),
        }),
        secretKey,
        { now: service.now() },
      )
    return draft(prove(draft(null)))
  }

  const ofAda = (): ApproverBlock => {
    const block = findBlock(genuine.receipt)
    if (!block) throw new Error('the receipt carries no key')
    return block
  }
  /** What would have to be signed for a draft. */
  const restate = (draft: Receipt): string => {
    const statement = rebuildStatement(draft, ofAda())
    if (statement === null) throw new Error('the draft makes no statement')
    return computeStatementDigest(statement)
  }

  it('forges “level 3, pay 82,000 EUR to Eve”, and acceptReceipt, which trusts the service alone, accepts it', async () => {
    const receipt = await forge(() => null)
    const accepted = acceptReceipt(receipt, { ...demand({ receipt, digest }), minAssurance: 3 })
    expect(accepted).toMatchObject({ accepted: true, assurance: 3 })
  })

  it.each<[string, string, (draft: Receipt) => ApproverBlock | null]>([
    ['no key at all', 'APPROVER_MISSING', () => null],
    ['the block of an older receipt', 'APPROVER_MISMATCH', ofAda],
    [
      'the signature of another scan under the digest of this one',
      'APPROVER_MISMATCH',
      (draft) => ({ ...ofAda(), digests: [restate(draft)] }),
    ],
    [
      'the digest of this one beside what Ada signed',
      'APPROVER_MISMATCH',
      (draft) => ({ ...ofAda(), digests: [...ofAda().digests, restate(draft)], index: 1 }),
    ],
    [
      'the right statement, signed by a key of the attacker',
      'APPROVER_UNTRUSTED',
      (draft) => signAs(newAuthenticator(), restate(draft), null),
    ],
    [
      'the right statement, signed by a key of the attacker under the name of Ada’s',
      'APPROVER_SIGNATURE',
      (draft) => signAs(newAuthenticator(), restate(draft), keyOf(ada.authenticator)),
    ],
  ])('is refused by acceptApproval with the pinned key: %s', async (_, reason, prove) => {
    const receipt = await forge(prove)
    expect(acceptReceipt(receipt, demand({ receipt, digest }))).toMatchObject({ accepted: true })
    const judged = await acceptApproval(receipt, pin({ receipt, digest, nonce: NONCE }))
    expect(judged).toMatchObject({ accepted: false, reason })
  })

  it.each<[string, string | null, string, (draft: Receipt) => ApproverBlock | null]>([
    ['no key', null, 'SKIPPED', () => null],
    ['the block of an older receipt', 'APPROVER_MISMATCH', 'FAIL', ofAda],
    ['any key that signed it', null, 'PASS', (draft) => signAs(newAuthenticator(), restate(draft), null)],
  ])('POST /api/verify-receipt makes V8, and trusts no key: %s', async (_, reason, V8, prove) => {
    const payload = { receipt: await forge(prove) }
    const report = (await service.call('POST', '/api/verify-receipt', { payload })).json()
    const status = reason === null ? 'VALID' : 'INVALID'
    expect(report).toMatchObject({ status, reason, checks: { V2: 'PASS', V8 } })
    expect(report.failures.map(({ check }: { check: string }) => check)).toEqual(reason === null ? [] : ['V8'])
    const words = reason === null ? /^Authentic, signed by this service/ : /^The person’s key signed something else\./
    expect(report.verdict.sentence).toMatch(words)
  })

  /** A block that a key of the attacker signed, which may say that another key did. */
  function signAs(authenticator: Authenticator, signed: string, claimed: ApproverKey | null): ApproverBlock {
    const { response } = authenticator.sign(computeApproverChallenge([signed]))
    return {
      ...ofAda(),
      key: claimed ?? keyOf(authenticator),
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      digests: [signed],
    }
  }
})

describe('a check that asks for the key of the person', () => {
  it('400 at level 1, where no key signs', async () => {
    const payload = { action: 'Sign up', approver_key: true }
    const answer = await service.call('POST', '/api/checks', { payload, ...shop.asSite })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/approver_key' })],
    ])
  })

  it.each([true, undefined])('says so on its page, and its receipt carries the key: %s', async (wanted) => {
    const { id } = await addTestCheck(service, shop, { assurance: 2, approver_key: wanted })
    const page = (await service.app.inject(`/check/${id}`)).body
    expect(page.includes('This site gets a key of yours, by which it recognizes you.')).toBe(wanted === true)
    const scan = await beginLiveScan(service, ada.person, { email: ada.email, check: id }, ada.headers)
    await makeSteps(service, scan.asked.challenge_id, scan.steps)
    const { check } = await verifyScan(service, ada, signScan(ada, scan))
    const payload = { code: check?.code }
    const { receipt } = (await callCheck(service, `${id}/redeem`, { payload, token: shop.secret })).json()
    expect(findBlock(receipt)?.key).toEqual(wanted ? keyOf(ada.authenticator) : undefined)
  })
})
