import { createHash, createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import {
  createBlock as block,
  deriveKey,
  draft,
  edit,
  type Edits,
  END,
  hashJson,
  ISSUER,
  type Json,
  type JsonObject,
  type Key,
  later,
  NOW,
  signReceipt,
  type Text,
} from './drafts.ts'

const AUDIENCE = 'https://asker.example'
const NONCE = 'request-7'
export const ACTION_DIGEST = hashJson({ type: 'pay', summary: 'Pay Bob', details: { amount: '82.00 EUR', to: 'Bob' } })
const CHAIN = 'c0'.repeat(32)
const SUBJECT = `sha256:${'5a'.repeat(32)}`

const RP_ID = 'id.example'
const ORIGIN = 'https://id.example'
/** The person was there, and unlocked the key. */
export const USUAL_FLAGS = 0x05

/** How an approval differs from Ada's usual one. */
export type ApprovalInput = {
  /** The passkey that signs. */
  signer?: Passkey
  /** The public key in the block; the signer's by default. */
  shown?: JsonObject
  policy?: Edits
  receipt?: Edits
  /** The statement as it was signed, where it is not that of the receipt. */
  signed?: Edits
  /** Digests of other statements that were signed at once, before and behind this one. */
  before?: string[]
  behind?: string[]
  clientData?: Edits
  /** Instead of the JSON that a browser writes. */
  clientDataText?: string
  flags?: number
  extensions?: Uint8Array
  rpId?: string
  origin?: string
  /** What is changed in the block after signing. */
  block?: Edits
  /** What is changed among the evidence after signing: EE-001, EE-003, PRESENCE-POLICY, APPROVER-KEY. */
  evidence?: (blocks: JsonObject[]) => JsonObject[]
  issuer?: Key
}

/** What a service states of an approval by hand at level 2. */
const POLICY: JsonObject = {
  assurance: 2,
  pace: 'live',
  device: 'passkey',
  registered: true,
  risk_level: 'medium',
  threshold: 0.8,
  threshold_source: 'default',
  action: 'Pay Bob',
  action_digest: ACTION_DIGEST,
  nonce: NONCE,
  test: false,
  method: 'hand',
  motion: 'required',
}

/** What turns an approval by hand into one by passkey alone. */
export const BY_PASSKEY: Pick<ApprovalInput, 'policy' | 'block' | 'signed' | 'evidence'> = {
  policy: { '/assurance': 0, '/method': 'passkey', '/pace': 'batch' },
  signed: { '/chain': null },
  block: { '/chain': null },
  evidence: (blocks) => blocks.slice(2),
}

/** A receipt of an approval, signed by the issuer whatever it holds. */
export function approvalReceipt(input: ApprovalInput = {}): JsonObject {
  const { signer = ADA, rpId = RP_ID, origin = ORIGIN, flags = USUAL_FLAGS, issuer = ISSUER } = input
  const policy = edit(POLICY, input.policy ?? {})
  const receipt = draft({ '/audience': AUDIENCE, '/subject/id': SUBJECT, ...input.receipt }, issuer)
  const digest = hashJson(edit(stateApproval(receipt, policy), input.signed ?? {}))
  const digests = [...(input.before ?? []), digest, ...(input.behind ?? [])]
  const challenge = computeChallenge(digests)
  const usual = { type: 'webauthn.get', challenge, origin, crossOrigin: false }
  const clientData = Buffer.from(input.clientDataText ?? JSON.stringify(edit(usual, input.clientData ?? {})))
  const authenticatorData = writeAuthenticatorData({ rpId, flags, extensions: input.extensions })
  const payload: JsonObject = {
    scheme: 'webauthn',
    key: input.shown ?? signer.key,
    rp_id: rpId,
    origin,
    client_data: clientData.toString('base64url'),
    authenticator_data: authenticatorData.toString('base64url'),
    signature: signer.sign(Buffer.concat([authenticatorData, sha256(clientData)])).toString('base64url'),
    challenge_id: 'challenge-1',
    chain: CHAIN,
    digests,
    index: input.before?.length ?? 0,
    aaguid: null,
  }
  const usualEvidence = [
    block({}, { '/engineId': 'EE-001' }),
    block({}, { '/engineId': 'EE-003' }),
    blockOf('PRESENCE-POLICY', policy),
    blockOf('APPROVER-KEY', edit(payload, input.block ?? {})),
  ]
  return signReceipt({ ...receipt, evidence: input.evidence?.(usualEvidence) ?? usualEvidence }, issuer)
}

/** A block of the issuer, whose confidence is 1. */
function blockOf(engineId: string, payload: JsonObject): JsonObject {
  return block(payload, { '/engineId': engineId, '/engineVersion': '1.0.0', '/confidence': 1 })
}

/** What a passkey signs for these statements, in base64url. */
export function computeChallenge(digests: readonly string[]): string {
  const bytes = digests.map((digest) => Buffer.from(digest, 'hex'))
  return sha256(Buffer.concat([Buffer.from('stillhere/approver/1\0'), ...bytes])).toString('base64url')
}

/** The expiry that a scan half a minute earlier would have had. */
export const EARLIER_EXPIRY = later(END, 270_000)

function stateApproval(receipt: JsonObject, policy: JsonObject): JsonObject {
  const orNull = (value: Json | undefined) => value ?? null
  return {
    action: orNull(policy.action),
    action_digest: orNull(policy.action_digest),
    audience: orNull(receipt.audience),
    nonce: orNull(policy.nonce),
    challenge_id: 'challenge-1',
    chain: CHAIN,
    issuer: (receipt.issuer as JsonObject).publicKey as string,
    method: orNull(policy.method),
    level: orNull(policy.assurance),
    not_after: orNull(receipt.expiresAt),
  }
}

/** A case of acceptApproval. */
export type ApprovalCase = {
  name: string
  description: string
  receipt: Text
  now: string
  options: JsonObject
  expected: Json
}

/** What the asker demands in nearly all cases, beside the keys. */
export const DEMANDS: JsonObject = {
  trustedIssuers: [ISSUER.publicKey],
  audience: AUDIENCE,
  actionDigest: ACTION_DIGEST,
  nonce: NONCE,
}

/** An approval that must be accepted, with the key that signed it pinned. */
export function acceptCase(
  name: string,
  description: string,
  input: ApprovalInput,
  options: JsonObject = {},
): ApprovalCase {
  const receipt = approvalReceipt(input)
  const { thumbprint } = input.signer ?? ADA
  const policy = payloadOf(receipt, 'PRESENCE-POLICY')
  return {
    name,
    description,
    receipt: JSON.stringify(receipt),
    now: NOW,
    options: { ...DEMANDS, approverKeys: [thumbprint], ...options },
    expected: {
      accepted: true,
      subject: SUBJECT,
      assurance: policy.assurance as number,
      registered: true,
      receiptHash: hashJson(receipt),
      method: policy.method as string,
      approverKey: thumbprint,
    },
  }
}

type RefusedInput = { receipt: JsonObject; options?: JsonObject; now?: string }

/** An approval that must be refused for this reason, with Ada's key pinned. */
export function refuseCase(
  name: string,
  description: string,
  reason: string,
  { receipt, options = {}, now = NOW }: RefusedInput,
): ApprovalCase {
  return {
    name,
    description,
    receipt: JSON.stringify(receipt),
    now,
    options: { ...DEMANDS, approverKeys: [ADA.thumbprint], ...options },
    expected: { accepted: false, reason },
  }
}

/** The payload of the first block of an engine. */
export function payloadOf(receipt: JsonObject, engineId: string): JsonObject {
  const found = (receipt.evidence as JsonObject[]).find((one) => one.engineId === engineId)
  if (found === undefined) throw new Error(`the receipt has no block of ${engineId}`)
  return found.payload as JsonObject
}

type AuthenticatorData = { rpId: string; flags: number; extensions: Uint8Array | undefined }

function writeAuthenticatorData({ rpId, flags, extensions = new Uint8Array() }: AuthenticatorData): Buffer {
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags, 0, 0, 0, 9]), extensions])
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** A passkey made of software: its public key as JWK, the thumbprint of that (RFC 7638), and what signs with it. */
export type Passkey = { key: Record<string, string>; thumbprint: string; sign: (message: Uint8Array) => Buffer }

/** ES256, as nearly every passkey is. ECDSA by RFC 6979, so that the same cases have the same bytes. */
export const ADA = ellipticPasskey('33')
export const BOB = ellipticPasskey('44')
export const EVE = ellipticPasskey('55')

const ED25519_SEED = '66'.repeat(32)
const ED25519_PREFIX = '302e020100300506032b657004220420'

export const EDDSA: Passkey = toPasskey(
  { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(deriveKey(ED25519_SEED).publicKey, 'hex').toString('base64url') },
  (message) => {
    const key = Buffer.from(ED25519_PREFIX + ED25519_SEED, 'hex')
    return sign(null, message, createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  },
)

/** RS256 of 2048 bits. The keys are made for these cases, and good for nothing else. */
export const RSA: Passkey = rsaPasskey({
  kty: 'RSA',
  n: 'vBYKIDip39qKRWsa7vS5BDvbJwqwp-3lX-Xa_0Jm8f82A9QNPQEoOpWoKDxMt-fTKYA0V-t1igz57mT4S3ghzhECbsfc3l45BIRUP7YYMuIQJkGa8EimJqTKBG2KEVbTT12VH9tmvNajk87az6E2IBWpyXvT8C_TkrGuUgyOfVIofmWy9aIZB7teQWtODWZD48NbZObNaw3SRkWm7Sfi5talYJl-1mV505GoPOvS6GxnJrnZk1oACVQCpFHtKSZOf3-Xvdfy1gv4Hph9UqaBsNefG2oKM_xWr4QntblfrUUoA3fnYGpdTZFefp4awheu0Yji_1dNssWWbnRnyYPqQw',
  e: 'AQAB',
  d: 'B4K1ys2YcvjuFpGNVMdu7-1X9fomTb5hL3AlS5YiOD2hsYtxL-Nw8M3zFhA6XAmk0_5rmKstWWLlRBDCHXlhmDHzr-rJNhP7IOQL3TNvSfDfBjgOcNPl1psz-fNJ1SFrdLre7pO7SYUkqQ1UjX_5glR7IDGSp_-w6iWwOVSJCBYDLxeJg1e_WJseSCpzfpTjRSiRdYc8t2SSE9Ibe_QMeuCj2nlVlM-bbMdWEW741N3CgQpe1YQhGlLYHa1cUaX1B_baUgbdoPRm-ogKKG0JsMZzX-R-694JBsF7vzJzmcRWnCi0k4cfHN3rScyEjzYGdBlKbToUkfHDba_ox9ie0Q',
  p: '8XDNBDy1yjkLT21V4JDdbPrfbkp6kx411L4ruc49kPJ3md-AwIFyaSrVwcr3Qs7H_N-hYU0FV3yFZe5uG9HtXLkzz6r1hiaDF9slYrl-HKmbR9OgbEnNjDBYuQf3UOnlulyDpcgo4w92NEAE429lMy4wpMs3sd9p3hNKPep-Bwk',
  q: 'x22WRo3CFEZ5Yu1yGSknIT_3uT-G6MC8EKqdRXKyUteZkZtkc8b9zWrvE3c72WJ2NPv7CaYzJIs_QpDEzv37WRUN1RiKOQ2i5zcfTQdiSzi4RET2ohXp1kF98eOjdY16lgEEbDjosLsFh_xLUJZuPG7W3vjkQCn-8s8_DTu4Des',
  dp: 'H16blJhaukqNGKXJCaNo0ZcK3qaYpHLBZcHLppmQUDvgpEJw1RI8jkN9gG9hjvGU9FsN-blrH0HThzniXoT5BRofDDVXLzXjxH65rckSBKFYxo1Ng6RXK4bAkFHjpUSuj3cjt694-H9yyTkkKXS4vlya_15T_y1a8Pqqo77K3xk',
  dq: 'tS6tybm-qpcAb01UTOGjiETKdkXt9oYsFmQ7cD3tHvB7t9ran4kZSsgtHp1EBZK73BVWFIUnj7rmpT5LX9dFxMApCgI6ie0GpFPjHyNnPPnyByw0eju4b4yetOVgu0rnJWMVNpFZbj7rnokrj7KrwkHc-0RacqT02HpLSWWJKTM',
  qi: 'il7d3xkvpBP1_-lvWd-u-KiXRxPF8lau2I3MVSU9qW8N1Mcqa2itOTDUyNotU-hwMzA-h6tulUSvHExgKGbpusmOQnB8ZWTQpFGG0wMUwLR_4QB9cz5vKd6KRfclgFrdh0HPhE8-C7AAUy6dDzxK18r_XuF2hLHMQqydbVobUE4',
})

/** RS256 of 1024 bits, which is too weak. */
export const WEAK_RSA: Passkey = rsaPasskey({
  kty: 'RSA',
  n: '9OUEL6aO0ZNPR56LxOaIXUR9yQylA4Ej5Rzz3kih2WT_rrqpD7eRjJRxJiqBO33xlggS7B3SGVJ5b19qhGkqJjt7AnKq_ts4NdrtO94h8WzFqAhWyph_l6HJ4z7RZwtcW2MN4QNwYkiuChUc3T9_J7LFN4o9zT4xw58pGgG1CNM',
  e: 'AQAB',
  d: 'rRblc4yEq0o0IcnEvkG2pj1Prnd6dlSjez-Qek7Z3l7NfME_1vUHMdaFdtVaDCODSmigfzTAl9c8L2TAU6BFAejNaImGs-DGywmgaY-vPL7Zu0B44ejRBo1q-sl2fq1mzaNobezy06LsukceLptQtKCjalZd4wH4xJJDqZv_weE',
  p: '_vbDxIwuTn-irG1jXa4094lcdVWM0a_z_3oBt3dQXWgkQdaM9xuk8E5Ts6OrJ2CS2gObUu1wGkbo61nZuaY38Q',
  q: '9ePG0vRErEvsCAJiWNJT9DrUgFzawHHa_IxaOnPY-DDZF7W80JbbdK3rP-Kq9ZZT49vtosoaUuloqlBBQCFxAw',
  dp: 'rOZ0zeXuRSeDDoFD4DSSEMei3qL8UvqKcdawMVWFN0K3S7qOb8jcamYDlw_HsnVoQNYvT-Zankc2DtworSAOUQ',
  dq: 'HI5OWdNqYkQS7j8worYSb-uhICMoeG8AipHWLLGlgfVSUPGXMvZCGEPWbT3qssi5h13UNDKaagSXVigp28PGdw',
  qi: '_FukYqEL_iFX3PnzpoeFBWxX_BYxhXpiPjz3k0rNJA0w_LVeBYuuPL04RcrmybGWpiIjrK_CCrdAZU9nJvjdog',
})

function ellipticPasskey(byte: string): Passkey {
  const secret = Buffer.from(byte.repeat(32), 'hex')
  const point = Buffer.from(p256.getPublicKey(secret, false))
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return toPasskey({ kty: 'EC', crv: 'P-256', x: x as string, y: y as string }, (message) =>
    Buffer.from(p256.sign(message, secret, { format: 'der' })),
  )
}

function rsaPasskey(secret: JsonWebKey & { n: string; e: string }): Passkey {
  return toPasskey({ kty: 'RSA', n: secret.n, e: secret.e }, (message) =>
    sign('sha256', message, createPrivateKey({ key: secret, format: 'jwk' })),
  )
}

/** A passkey of a public key, and of what signs with it. */
export function toPasskey(key: Record<string, string>, signMessage: Passkey['sign']): Passkey {
  const members = Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const thumbprint = createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url')
  return { key, thumbprint, sign: signMessage }
}
