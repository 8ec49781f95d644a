import {
  acceptCase,
  ADA,
  approvalReceipt,
  payloadOf,
  refuseCase,
  RSA,
  toPasskey,
  USUAL_FLAGS,
  WEAK_RSA,
} from './approvals.ts'
import { ABSENT, type Edits, edit, hashJson, type JsonObject } from './drafts.ts'
import type { CaseGroup } from './receipt-case.ts'

const SIGNATURE = 'APPROVER_SIGNATURE'
const GOOD = payloadOf(approvalReceipt(), 'APPROVER-KEY')
const CLIENT_DATA = Buffer.from(GOOD.client_data as string, 'base64url').toString()
const DER = Buffer.from(GOOD.signature as string, 'base64url')
const OTHERS = Array.from({ length: 11 }, (_, index) => hashJson(`statement ${index}`))
const OFF_CURVE = toPasskey({ ...ADA.key, y: ADA.key.x as string }, ADA.sign)

export const approverFormCases: CaseGroup = {
  topic: 'approver-form',
  kind: 'approval',
  about:
    'The form of the block APPROVER-KEY, of its key, and of what a browser and an authenticator write. Whatever is malformed is APPROVER_SIGNATURE, before anything is compared.',
  cases: [
    acceptCase('extensions', 'extensions stand behind the counter', {
      flags: USUAL_FLAGS | 0x80,
      extensions: Buffer.from('a0', 'hex'),
    }),
    acceptCase('backed-up', 'the flags BE and BS', { flags: USUAL_FLAGS | 0x18 }),
    acceptCase('more-client-data', 'browsers may write further members', {
      clientData: { '/other_keys_can_be_added_here': 'x' },
    }),
    acceptCase('without-cross-origin', 'older browsers write no crossOrigin', {
      clientData: { '/crossOrigin': ABSENT },
    }),
    ...(
      [
        ['absent-user', 0x04, 'without the flag UP'],
        ['unverified-user', 0x01, 'without the flag UV'],
        ['new-credential', 0x45, 'with the flag AT, which registrations have'],
        ['backed-up-against-its-word', 0x15, 'with the flag BS and without BE'],
        ['extensions-absent', 0x85, 'with the flag ED and nothing behind the counter'],
      ] as const
    ).map(([name, flags, description]) =>
      refuseCase(name, description, SIGNATURE, { receipt: approvalReceipt({ flags }) }),
    ),
    refuseCase('stray-authenticator-data', 'bytes behind the counter without the flag ED', SIGNATURE, {
      receipt: approvalReceipt({ extensions: Buffer.from('00', 'hex') }),
    }),
    ...(
      [
        ['registration', { '/type': 'webauthn.create' }],
        ['cross-origin', { '/crossOrigin': true }],
        ['cross-origin-as-text', { '/crossOrigin': 'false' }],
        ['top-origin', { '/topOrigin': 'https://evil.example' }],
      ] as const
    ).map(([name, clientData]) =>
      refuseCase(name, `client data with ${JSON.stringify(clientData)}`, SIGNATURE, {
        receipt: approvalReceipt({ clientData }),
      }),
    ),
    refuseCase('client-data-name-twice', 'which challenge was meant?', SIGNATURE, {
      receipt: approvalReceipt({ clientDataText: CLIENT_DATA.replace('{', '{"challenge":"AAAA",') }),
    }),
    refuseCase('client-data-byte-order-mark', 'client data is JSON without a mark', SIGNATURE, {
      receipt: approvalReceipt({ clientDataText: `\uFEFF${CLIENT_DATA}` }),
    }),
    refuseCase('client-data-no-object', 'client data that is a list', SIGNATURE, {
      receipt: approvalReceipt({ clientDataText: `[${CLIENT_DATA}]` }),
    }),
    refuseCase('changed-signature', 'one bit of the signature', SIGNATURE, {
      receipt: approvalReceipt({
        block: { '/signature': encode(DER.map((byte, place) => (place === DER.length - 1 ? byte ^ 1 : byte))) },
      }),
    }),
    refuseCase('signature-with-a-long-length', 'DER writes a length below 128 in one byte', SIGNATURE, {
      receipt: approvalReceipt({ block: { '/signature': encode([0x30, 0x81, ...DER.subarray(1)]) } }),
    }),
    refuseCase('signature-with-a-tail', 'a byte behind the DER', SIGNATURE, {
      receipt: approvalReceipt({ block: { '/signature': encode([...DER, 0]) } }),
    }),
    refuseCase('signature-with-a-padded-number', 'a zero byte more in front of r', SIGNATURE, {
      receipt: approvalReceipt({ block: { '/signature': encode(padFirstNumber()) } }),
    }),
    refuseCase('signature-of-another-tag', 'a SET instead of a SEQUENCE', SIGNATURE, {
      receipt: approvalReceipt({ block: { '/signature': encode([0x31, ...DER.subarray(1)]) } }),
    }),
    refuseCase('signature-raw', 'r and s without DER', SIGNATURE, {
      receipt: approvalReceipt({ block: { '/signature': 'A'.repeat(86) } }),
    }),
    refuseCase('block-in-small-letters', 'engine ids are compared exactly', 'APPROVER_MISSING', {
      receipt: approvalReceipt({
        evidence: (blocks) => blocks.with(3, edit(blocks[3] as JsonObject, { '/engineId': 'approver-key' })),
      }),
    }),
    refuseCase('block-of-a-later-version', 'a version that nobody knows yet', SIGNATURE, {
      receipt: approvalReceipt({
        evidence: (blocks) => blocks.with(3, edit(blocks[3] as JsonObject, { '/engineVersion': '2.0.0' })),
      }),
    }),
    ...(
      [
        ['form-further-member', { '/extra': 1 }],
        ['form-without-aaguid', { '/aaguid': ABSENT }],
        ['form-other-scheme', { '/scheme': 'u2f' }],
        ['form-no-digests', { '/digests': [] }],
        ['form-eleven-digests', { '/digests': OTHERS }],
        ['form-digest-in-upper-case', { '/digests': ['AB'.repeat(32)] }],
        ['form-index-beyond', { '/index': 1 }],
        ['form-index-negative', { '/index': -1 }],
        ['form-index-of-a-half', { '/index': 0.5 }],
        ['form-rp-id-in-upper-case', { '/rp_id': 'ID.example' }],
        ['form-padded-client-data', { '/client_data': `${GOOD.client_data as string}=` }],
        ['form-empty-signature', { '/signature': '' }],
        ['key-with-a-private-member', { '/key/d': 'A'.repeat(43) }],
        ['key-with-a-further-member', { '/key/alg': 'ES256' }],
        ['key-of-another-curve', { '/key/crv': 'P-384' }],
        ['key-of-31-bytes', { '/key/x': 'A'.repeat(41) }],
        ['key-of-another-kind', { '/key': { kty: 'oct', k: 'A'.repeat(43) } }],
        ['key-as-text', { '/key': 'key' }],
        ['key-as-null', { '/key': null }],
      ] as [string, Edits][]
    ).map(([name, edits]) =>
      refuseCase(name, `the block with ${JSON.stringify(Object.keys(edits))} changed`, SIGNATURE, {
        receipt: approvalReceipt({ block: edits }),
      }),
    ),
    refuseCase('key-off-the-curve', 'x and y are no point of P-256', SIGNATURE, {
      receipt: approvalReceipt({ shown: OFF_CURVE.key }),
      options: { approverKeys: [OFF_CURVE.thumbprint] },
    }),
    refuseCase('rsa-of-1024-bits', 'a key that is too weak, although it signed', SIGNATURE, {
      receipt: approvalReceipt({ signer: WEAK_RSA }),
      options: { approverKeys: [WEAK_RSA.thumbprint] },
    }),
    refuseCase('rsa-of-exponent-3', 'another exponent than 65537', SIGNATURE, {
      receipt: approvalReceipt({ signer: RSA, block: { '/key/e': 'Aw' } }),
    }),
  ],
}

function padFirstNumber(): number[] {
  const [tag = 0, length = 0, kind = 0, ofNumber = 0, ...rest] = DER
  return [tag, length + 1, kind, ofNumber + 1, 0, ...rest]
}

function encode(bytes: Iterable<number>): string {
  return Buffer.from([...bytes]).toString('base64url')
}
