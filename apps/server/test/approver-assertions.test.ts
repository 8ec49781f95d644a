import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import {
  buildReceipt,
  createIssuerIdentity,
  generateKeyPair,
  presencePolicyToBlock,
  type Receipt,
  signReceipt,
} from '@stillhere/receipt'
import {
  type ApproverBlock,
  type ApproverKey,
  type ApproverStatement,
  approverToBlock,
  computeApproverChallenge,
  computeStatementDigest,
  verifyApprover,
} from '@stillhere/receipt/approver'
import { expect, it } from 'vitest'

// Every draw comes from one seed, so a failure can be repeated. ECDSA draws its own, which decides nothing.
const ROUNDS = 1000
const SEED = 20_261_119

const RP_ID = 'id.example'
const ORIGIN = 'https://id.example'
const END = Date.parse('2026-03-01T12:00:00.000Z')
const NOT_AFTER = '2026-03-01T12:05:00.000Z'
const CHALLENGE_ID = 'challenge-1'
const CHAIN = 'c0'.repeat(32)

const ISSUER_KEYS = generateKeyPair({ random: (length) => new Uint8Array(length).fill(7) })
const SECRET = createPrivateKey({
  key: Buffer.concat([
    Buffer.from('3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420', 'hex'),
    Buffer.alloc(32, 0x33),
  ]),
  format: 'der',
  type: 'pkcs8',
})
const { x = '', y = '' } = createPublicKey(SECRET).export({ format: 'jwk' })
const KEY: ApproverKey = { kty: 'EC', crv: 'P-256', x, y }
const COSE = isoCBOR.encode(
  new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]),
)

const POLICY = {
  assurance: 2,
  pace: 'live',
  device: 'passkey',
  registered: true,
  risk_level: 'medium',
  threshold: 0.8,
  threshold_source: 'default',
  action: 'Pay Bob',
  action_digest: 'ab'.repeat(32),
  nonce: 'request-7',
  test: false,
  method: 'hand',
  motion: 'required',
} as const

const STATEMENT: ApproverStatement = {
  action: POLICY.action,
  action_digest: POLICY.action_digest,
  audience: 'https://asker.example',
  nonce: POLICY.nonce,
  challenge_id: CHALLENGE_ID,
  chain: CHAIN,
  issuer: ISSUER_KEYS.publicKey,
  method: 'hand',
  level: 2,
  not_after: NOT_AFTER,
}
const DIGESTS = [computeStatementDigest(STATEMENT)]
const CHALLENGE = Buffer.from(computeApproverChallenge(DIGESTS)).toString('base64url')

/** An assertion in bytes, and how the bytes are written. */
type Assertion = { clientData: Buffer; authData: Buffer; signature: Buffer; write: (bytes: Buffer) => string }
type Dice = (sides: number) => number
type Change = (assertion: Assertion, dice: Dice) => Assertion

const toText = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function usualAuthData(flags = 0x05, more = Buffer.alloc(0)): Buffer {
  return Buffer.concat([sha256(Buffer.from(RP_ID)), Buffer.from([flags, 0, 0, 0, 9]), more])
}

function usualClientData(changes: object = {}): string {
  return JSON.stringify({ type: 'webauthn.get', challenge: CHALLENGE, origin: ORIGIN, crossOrigin: false, ...changes })
}

function signAssertion(clientData: Buffer, authData: Buffer): Assertion {
  const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), SECRET)
  return { clientData, authData, signature, write: toText }
}

const withClientData = (changes: object) => () => signAssertion(Buffer.from(usualClientData(changes)), usualAuthData())
const withText = (text: string) => () => signAssertion(Buffer.from(text), usualAuthData())
const withAuthData = (authData: Buffer) => () => signAssertion(Buffer.from(usualClientData()), authData)

function flipBit(bytes: Buffer, dice: Dice): Buffer {
  const place = dice(bytes.length)
  return Buffer.from(bytes.map((byte, at) => (at === place ? byte ^ (1 << dice(8)) : byte)))
}

/** The same DER, with its length in two bytes where one is enough. */
function lengthenDer(der: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x30, 0x81]), der.subarray(1)])
}

/** Both must answer alike to these. */
const ALIKE: Readonly<Record<string, Change>> = {
  'as a browser gives it': (one) => one,
  'without crossOrigin': withClientData({ crossOrigin: undefined }),
  'a further member': withClientData({ other_keys_can_be_added_here: 'x' }),
  'white space': withText(usualClientData().replaceAll(',', ' , ')),
  'another type': withClientData({ type: 'webauthn.create' }),
  'no type': withClientData({ type: undefined }),
  'another challenge': withClientData({ challenge: 'A'.repeat(43) }),
  'a padded challenge': withClientData({ challenge: `${CHALLENGE}=` }),
  'another origin': withClientData({ origin: 'https://evil.example' }),
  'an origin with a path': withClientData({ origin: `${ORIGIN}/` }),
  'within a named page': withClientData({ crossOrigin: true, topOrigin: 'https://evil.example' }),
  'a top origin alone': withClientData({ topOrigin: 'https://evil.example' }),
  'a signed list': withText('[]'),
  'no JSON': withText('{'),
  'the challenge twice, the wrong one last': withText(usualClientData().replace('}', `,"challenge":"AAAA"}`)),
  'one bit of the signature': (one, dice) => ({ ...one, signature: flipBit(one.signature, dice) }),
  'one bit of the client data': (one, dice) => ({ ...one, clientData: flipBit(one.clientData, dice) }),
  'one bit of the authenticator data': (one, dice) => ({ ...one, authData: flipBit(one.authData, dice) }),
  'any flags without a credential and extensions, signed': (_, dice) => withAuthData(usualAuthData(dice(256) & 0x3f))(),
  'flags of a credential that is not there': withAuthData(usualAuthData(0x45)),
  'flags of extensions that are not there': withAuthData(usualAuthData(0x85)),
  'an empty map of extensions': withAuthData(usualAuthData(0x85, Buffer.from('a0', 'hex'))),
  'one bit of the RP id’s digest, signed': (_, dice) =>
    withAuthData(Buffer.concat([flipBit(usualAuthData().subarray(0, 32), dice), usualAuthData().subarray(32)]))(),
  'bytes behind the counter, signed': (_, dice) => withAuthData(usualAuthData(0x05, Buffer.alloc(1 + dice(9))))(),
  'cut short, signed': (_, dice) => withAuthData(usualAuthData().subarray(0, dice(37)))(),
  'any counter, signed': (_, dice) => {
    const authData = usualAuthData()
    authData.writeUInt32BE(dice(2 ** 32), 33)
    return withAuthData(authData)()
  },
  'a signature cut short': (one, dice) => ({
    ...one,
    signature: one.signature.subarray(0, dice(one.signature.length)),
  }),
}

/** V8 refuses these, because two readers could read them differently; SimpleWebAuthn accepts them. */
const STRICTER: Readonly<Record<string, Change>> = {
  'the challenge twice, the right one last': withText(usualClientData().replace('{', '{"challenge":"AAAA",')),
  'a byte order mark': withText(`\uFEFF${usualClientData()}`),
  'crossOrigin true without a page': withClientData({ crossOrigin: true }),
  'crossOrigin null': withClientData({ crossOrigin: null }),
  'topOrigin empty': withClientData({ topOrigin: '' }),
  'DER in another form': (one) => ({ ...one, signature: lengthenDer(one.signature) }),
}

/** V8 does not read extensions: bytes that the key signed, and that say nothing here. SimpleWebAuthn refuses what is no CBOR. */
const LAXER: Readonly<Record<string, Change>> = {
  'extensions that are no CBOR': withAuthData(usualAuthData(0x85, Buffer.from('ff', 'hex'))),
}

it(`agrees with SimpleWebAuthn on ${ROUNDS} changed assertions, but for differences that are meant`, async () => {
  const dice = diceFrom(SEED)
  const changes = Object.entries({ ...ALIKE, ...STRICTER, ...LAXER })
  const counts = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const [name, change] = changes[round % changes.length] as [string, Change]
    const assertion = change(signAssertion(Buffer.from(usualClientData()), usualAuthData()), dice)
    const [ours, theirs] = await Promise.all([isVerifiedByUs(assertion), isVerifiedByThem(assertion)])
    const expected = name in STRICTER ? [false, true] : name in LAXER ? [true, false] : [theirs, theirs]
    expect([ours, theirs], `round ${round}: ${name}`).toEqual(expected)
    const key = ours ? 'accepted' : 'refused'
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  expect(counts.get('accepted')).toBeGreaterThan(200)
  expect(counts.get('refused')).toBeGreaterThan(500)
})

async function isVerifiedByUs({ clientData, authData, signature, write }: Assertion): Promise<boolean> {
  return (
    (
      await verifyApprover(
        toReceipt({ client_data: write(clientData), authenticator_data: write(authData), signature: write(signature) }),
      )
    ).outcome === 'PASS'
  )
}

async function isVerifiedByThem({ clientData, authData, signature, write }: Assertion): Promise<boolean> {
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: 'a2V5',
        rawId: 'a2V5',
        type: 'public-key',
        response: {
          clientDataJSON: write(clientData),
          authenticatorData: write(authData),
          signature: write(signature),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: CHALLENGE,
      expectedOrigin: ORIGIN,
      expectedRPID: RP_ID,
      requireUserVerification: true,
      credential: { id: 'a2V5', publicKey: COSE, counter: 0 },
    })
    return verified
  } catch {
    return false
  }
}

/** A receipt with this assertion in it. V8 looks at no signature of its issuer. */
function toReceipt(signed: Pick<ApproverBlock, 'client_data' | 'authenticator_data' | 'signature'>): Receipt {
  const block = {
    scheme: 'webauthn',
    key: KEY,
    rp_id: RP_ID,
    origin: ORIGIN,
    challenge_id: CHALLENGE_ID,
    chain: CHAIN,
    digests: DIGESTS,
    index: 0,
    aaguid: null,
  } as const
  const unsigned = buildReceipt({
    evidence: [presencePolicyToBlock(POLICY), approverToBlock({ ...block, digests: [...DIGESTS], ...signed })],
    interval: { start: END - 8000, end: END },
    subject: { id: `sha256:${'5a'.repeat(32)}` },
    issuer: createIssuerIdentity(ISSUER_KEYS),
    verdict: 'PASS',
    audience: 'https://asker.example',
    expiresAt: NOT_AFTER,
    receiptId: '019ca923-8000-7abc-8def-0123456789ab',
    now: END,
  })
  return signReceipt(unsigned, ISSUER_KEYS.secretKey, { now: END })
}

/** Mulberry32: a number below `sides`. */
function diceFrom(seed: number): Dice {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides)
  }
}
