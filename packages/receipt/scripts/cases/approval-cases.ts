import {
  acceptCase,
  ACTION_DIGEST,
  ADA,
  approvalReceipt,
  BOB,
  BY_PASSKEY,
  computeChallenge,
  EARLIER_EXPIRY,
  EDDSA,
  EVE,
  payloadOf,
  refuseCase,
  RSA,
} from './approvals.ts'
import { ABSENT, edit, type Edits, hashJson, type JsonObject, later, NOW, STRANGER } from './drafts.ts'
import type { CaseGroup } from './receipt-case.ts'

const OTHER_DIGEST = hashJson('another statement')
const OTHERS = Array.from({ length: 9 }, (_, index) => hashJson(`statement ${index}`))
const MISMATCH = 'APPROVER_MISMATCH'
const SIGNATURE = 'APPROVER_SIGNATURE'
const PASSKEY_METHOD = { method: 'passkey' }
const OLDER = approvalReceipt({ receipt: { '/expiresAt': EARLIER_EXPIRY } })
const GOOD = approvalReceipt()
const GOOD_DIGEST = (payloadOf(GOOD, 'APPROVER-KEY').digests as string[])[0] as string

/** What a thief of the issuer's key wants to have approved. */
const FORGED_POLICY: Edits = {
  '/assurance': 3,
  '/device': 'attested',
  '/action': 'Pay Eve',
  '/action_digest': hashJson({ type: 'pay', summary: 'Pay Eve', details: { amount: '82,000 EUR', to: 'Eve' } }),
}
const FORGED_DEMAND = { actionDigest: FORGED_POLICY['/action_digest'] as string }

export const approvalCases: CaseGroup = {
  topic: 'approval',
  kind: 'approval',
  about:
    'acceptApproval: a pinned key of the person signed exactly this action (V8). The checks of acceptReceipt come first, and all receipts are signed by the trusted issuer unless a case says so.',
  cases: [
    acceptCase('es256', 'an approval by hand, signed by a passkey of ES256', {}),
    acceptCase('eddsa', 'a passkey of EdDSA', { signer: EDDSA }),
    acceptCase('rs256', 'a passkey of RS256 with 2048 bits', { signer: RSA }),
    acceptCase('level-3', 'the issuer also states hardware', { policy: { '/assurance': 3, '/device': 'attested' } }),
    acceptCase(
      'second-of-two-pins',
      'one of the pinned keys is enough',
      {},
      { approverKeys: [BOB.thumbprint, ADA.thumbprint] },
    ),
    acceptCase('first-of-ten', 'ten statements were signed at once, this is the first', { behind: OTHERS }),
    acceptCase('last-of-ten', 'ten statements were signed at once, this is the last', { before: OTHERS }),
    acceptCase('middle-of-three', 'three statements were signed at once', {
      before: OTHERS.slice(0, 1),
      behind: OTHERS.slice(1, 2),
    }),
    acceptCase('subdomain', 'the key of a site also signs on its subdomains', { origin: 'https://a.b.id.example' }),
    acceptCase('port', 'the page may be on any port', { origin: 'https://id.example:8443' }),
    acceptCase('localhost', 'http is enough on the machine itself', {
      rpId: 'localhost',
      origin: 'http://localhost:3000',
    }),
    acceptCase('attested-model', 'the issuer names the model of the key', {
      block: { '/aaguid': '5374696c-6c68-6572-652d-746573742d31' },
    }),
    acceptCase('absent-action-text', 'only the digest names the action', { policy: { '/action': null } }),
    acceptCase('by-passkey', 'a signature without motion, where the asker wants one', BY_PASSKEY, PASSKEY_METHOD),
    acceptCase('same-person', 'the issuer states that the subject stays', { policy: { '/subject_kind': 'same' } }),
    acceptCase(
      'test-allowed',
      'an approval made for tests, where tests are allowed',
      { policy: { '/test': true } },
      { allowTest: true },
    ),

    refuseCase('one-time-subject', 'a subject of one scan has no key behind it', 'ASSURANCE_TOO_LOW', {
      receipt: approvalReceipt({ policy: { '/subject_kind': 'once', '/registered': false } }),
    }),
    refuseCase('unknown-kind-of-subject', 'a policy that cannot be read states no level', 'ASSURANCE_TOO_LOW', {
      receipt: approvalReceipt({ policy: { '/subject_kind': 'twice' } }),
    }),
    refuseCase('forged-by-the-issuer', 'the issuer’s key signs another action around Ada’s true signature', MISMATCH, {
      receipt: forge(() => ({})),
      options: FORGED_DEMAND,
    }),
    refuseCase('forged-with-own-passkey', 'the issuer’s key signs, and a passkey of its own', 'APPROVER_UNTRUSTED', {
      receipt: approvalReceipt({ policy: FORGED_POLICY, signer: EVE }),
      options: FORGED_DEMAND,
    }),
    refuseCase('forged-under-the-pinned-key', 'another passkey signs, and the block shows Ada’s key', SIGNATURE, {
      receipt: approvalReceipt({ policy: FORGED_POLICY, signer: EVE, shown: ADA.key }),
      options: FORGED_DEMAND,
    }),
    refuseCase('forged-digest-added', 'the forged statement’s digest stands beside the one that Ada signed', MISMATCH, {
      receipt: forge((signed, forged) => ({ '/digests': [signed, forged], '/index': 1 })),
      options: FORGED_DEMAND,
    }),
    refuseCase(
      'forged-digest-replaced',
      'the forged statement’s digest stands instead of the one that Ada signed',
      MISMATCH,
      {
        receipt: forge((_, forged) => ({ '/digests': [forged] })),
        options: FORGED_DEMAND,
      },
    ),
    refuseCase('forged-without-a-block', 'the issuer’s key signs alone', 'APPROVER_MISSING', {
      receipt: approvalReceipt({ policy: FORGED_POLICY, evidence: (blocks) => blocks.slice(0, 3) }),
      options: FORGED_DEMAND,
    }),
    ...Object.entries({
      action: 'Pay Eve',
      action_digest: OTHER_DIGEST,
      audience: 'https://other.example',
      nonce: 'request-8',
      challenge_id: 'challenge-2',
      chain: 'c1'.repeat(32),
      issuer: STRANGER.publicKey,
      method: 'passkey',
      level: 3,
      not_after: EARLIER_EXPIRY,
    }).map(([member, value]) =>
      refuseCase(
        `signed-other-${member.replaceAll('_', '-')}`,
        `Ada signed a statement with another ${member}`,
        MISMATCH,
        {
          receipt: approvalReceipt({ signed: { [`/${member}`]: value } }),
        },
      ),
    ),
    refuseCase('signed-further-member', 'a statement has exactly ten members', MISMATCH, {
      receipt: approvalReceipt({ signed: { '/extra': null } }),
    }),
    refuseCase(
      'block-of-another-scan',
      'challenge and chain of another scan are named behind the signature',
      MISMATCH,
      {
        receipt: approvalReceipt({ block: { '/challenge_id': 'challenge-2', '/chain': 'c1'.repeat(32) } }),
      },
    ),
    refuseCase('block-of-an-older-receipt', 'a receipt with the block of an earlier one', MISMATCH, {
      receipt: approvalReceipt({
        evidence: (blocks) => blocks.with(3, (OLDER.evidence as JsonObject[])[3] as JsonObject),
      }),
    }),
    refuseCase(
      'signature-of-an-older-receipt',
      'what Ada signed for an earlier receipt, under the digests of this one',
      MISMATCH,
      {
        receipt: approvalReceipt({
          block: signedMembers(payloadOf(OLDER, 'APPROVER-KEY')),
        }),
      },
    ),
    refuseCase('other-index', 'the digest stands at another place', MISMATCH, {
      receipt: approvalReceipt({ behind: OTHERS.slice(0, 1), block: { '/index': 1 } }),
    }),
    refuseCase('challenge-of-another-order', 'the digests were signed in another order', MISMATCH, {
      receipt: approvalReceipt({
        behind: OTHERS.slice(0, 1),
        block: { '/index': 1, '/digests': [OTHERS[0] as string, GOOD_DIGEST] },
      }),
    }),
    refuseCase('challenge-without-context', 'a sign-in of the same digest is no approval', MISMATCH, {
      receipt: approvalReceipt({
        clientData: { '/challenge': Buffer.from(GOOD_DIGEST, 'hex').toString('base64url') },
      }),
    }),
    refuseCase('challenge-padded', 'base64url has one form', MISMATCH, {
      receipt: approvalReceipt({ clientData: { '/challenge': `${computeChallenge([GOOD_DIGEST])}=` } }),
    }),
    refuseCase('other-origin', 'the browser wrote another page than the block', MISMATCH, {
      receipt: approvalReceipt({ clientData: { '/origin': 'https://evil.example' } }),
    }),
    ...(
      [
        ['origin-beside-the-rp-id', 'https://evil-id.example'],
        ['origin-of-another-site', 'https://evil.example'],
        ['origin-by-http', 'http://id.example'],
        ['origin-with-a-path', 'https://id.example/'],
        ['origin-with-a-user', 'https://evil.example@id.example'],
        ['origin-of-an-app', 'android:apk-key-hash:c3RpbGxoZXJl'],
        ['origin-line-feed', 'https://id.example\n'],
      ] as const
    ).map(([name, origin]) =>
      refuseCase(name, `signed on ${JSON.stringify(origin)}`, MISMATCH, { receipt: approvalReceipt({ origin }) }),
    ),
    refuseCase('other-rp-id', 'the authenticator signed for another site than the block names', SIGNATURE, {
      receipt: approvalReceipt({ rpId: 'evil.example', block: { '/rp_id': 'id.example' } }),
    }),
    refuseCase('missing-block', 'the person didn’t share the key', 'APPROVER_MISSING', {
      receipt: approvalReceipt({ evidence: (blocks) => blocks.slice(0, 3) }),
    }),
    refuseCase('two-blocks', 'which one counts?', 'APPROVER_MISSING', {
      receipt: approvalReceipt({ evidence: (blocks) => [...blocks, blocks[3] as JsonObject] }),
    }),
    refuseCase('other-key-pinned', 'Ada’s signature, and only Bob’s key is pinned', 'APPROVER_UNTRUSTED', {
      receipt: GOOD,
      options: { approverKeys: [BOB.thumbprint] },
    }),
    refuseCase('by-passkey-not-asked', 'a signature without motion, where a hand is wanted', 'EVIDENCE_MISSING', {
      receipt: approvalReceipt(BY_PASSKEY),
    }),
    refuseCase('by-hand-not-asked', 'a scan, where a passkey alone is wanted', MISMATCH, {
      receipt: GOOD,
      options: PASSKEY_METHOD,
    }),
    refuseCase('by-passkey-with-a-chain', 'a signature without motion has no chain', MISMATCH, {
      receipt: approvalReceipt({ policy: BY_PASSKEY.policy as Edits }),
      options: PASSKEY_METHOD,
    }),
    refuseCase('by-hand-without-a-chain', 'a scan has a chain', MISMATCH, {
      receipt: approvalReceipt({ signed: { '/chain': null }, block: { '/chain': null } }),
    }),
    refuseCase('by-passkey-at-level-2', 'a signature without motion is level 0', 'ASSURANCE_TOO_LOW', {
      receipt: approvalReceipt({ ...BY_PASSKEY, policy: { '/method': 'passkey' } }),
      options: { ...PASSKEY_METHOD, minAssurance: 2 },
    }),
    refuseCase('level-0-by-hand', 'level 0 is no scan', 'ASSURANCE_TOO_LOW', {
      receipt: approvalReceipt({ policy: { '/assurance': 0 } }),
    }),
    refuseCase('level-1-signed', 'nobody’s key signs at level 1', MISMATCH, {
      receipt: approvalReceipt({ policy: { '/assurance': 1 } }),
      options: { minAssurance: 1 },
    }),
    refuseCase('without-a-method', 'a policy that states no method', MISMATCH, {
      receipt: approvalReceipt({ policy: { '/method': ABSENT }, signed: { '/method': 'hand' } }),
    }),
    refuseCase('without-an-expiry', 'a signature must not fit later receipts', MISMATCH, {
      receipt: approvalReceipt({ receipt: { '/expiresAt': ABSENT } }),
    }),
    refuseCase('other-action-asked', 'the asker wanted another action', 'ACTION_DIGEST_MISMATCH', {
      receipt: GOOD,
      options: { actionDigest: OTHER_DIGEST },
    }),
    refuseCase('other-nonce-asked', 'the asker’s request had another nonce', 'NONCE_MISMATCH', {
      receipt: GOOD,
      options: { nonce: 'request-8' },
    }),
    refuseCase('other-audience-asked', 'meant for another asker', 'AUDIENCE_MISMATCH', {
      receipt: GOOD,
      options: { audience: 'https://other.example' },
    }),
    refuseCase('untrusted-issuer', 'Ada’s true signature under a receipt of another issuer', 'UNTRUSTED_ISSUER', {
      receipt: approvalReceipt({ issuer: STRANGER }),
    }),
    refuseCase('expired', 'an approval of long ago', 'EXPIRED', { receipt: GOOD, now: later(NOW, 3_600_000) }),
    refuseCase('changed-after-signing', 'the issuer’s signature covers the block', 'INVALID_SIGNATURE', {
      receipt: edit(GOOD, { '/evidence/3/payload/aaguid': '5374696c-6c68-6572-652d-746573742d31' }),
    }),
    refuseCase('no-pass', 'Ada signed, and the scan failed', 'NOT_PASSED', {
      receipt: approvalReceipt({ receipt: { '/verdict': 'FAIL' } }),
    }),
    refuseCase('test-receipt', 'an approval made for tests', 'TEST_RECEIPT', {
      receipt: approvalReceipt({ policy: { '/test': true } }),
    }),
    refuseCase('level-3-wanted', 'level 2, where hardware is wanted', 'ASSURANCE_TOO_LOW', {
      receipt: GOOD,
      options: { minAssurance: 3 },
    }),
    ...(
      [
        ['no-pinned-key', { approverKeys: [] }],
        ['pinned-key-of-42-characters', { approverKeys: [ADA.thumbprint.slice(1)] }],
        ['pinned-key-in-hex', { approverKeys: [Buffer.from(ADA.thumbprint, 'base64url').toString('hex')] }],
        ['pinned-key-as-text', { approverKeys: ADA.thumbprint }],
        ['unknown-method', { method: 'tap' }],
        ['empty-nonce', { nonce: '' }],
        ['action-digest-in-upper-case', { actionDigest: ACTION_DIGEST.toUpperCase() }],
        ['unknown-option', { surprise: true }],
      ] as [string, JsonObject][]
    ).map(([name, options]) =>
      refuseCase(`options-${name}`, `options with ${JSON.stringify(options)}`, 'INVALID_OPTIONS', {
        receipt: GOOD,
        options,
      }),
    ),
    refuseCase('without-policy', 'nothing says what was approved', 'ASSURANCE_TOO_LOW', {
      receipt: approvalReceipt({ evidence: (blocks) => blocks.filter((_, index) => index !== 2) }),
    }),
    refuseCase('no-receipt', 'an empty object', 'INVALID_SCHEMA', { receipt: {} }),
  ],
}

/** A receipt that the issuer signs for another action, around what Ada signed for hers. */
function forge(change: (signed: string, forged: string) => Edits): JsonObject {
  const forgedDigest = (payloadOf(approvalReceipt({ policy: FORGED_POLICY }), 'APPROVER-KEY').digests as string[])[0]
  const block = change(GOOD_DIGEST, forgedDigest as string)
  const usual = payloadOf(GOOD, 'APPROVER-KEY')
  return approvalReceipt({
    policy: FORGED_POLICY,
    block: { ...signedMembers(usual), '/digests': usual.digests as string[], ...block },
  })
}

/** The members of a block that only the person's device can make. */
function signedMembers({ client_data, authenticator_data, signature }: JsonObject): Edits {
  return {
    '/client_data': client_data as string,
    '/authenticator_data': authenticator_data as string,
    '/signature': signature as string,
  }
}
