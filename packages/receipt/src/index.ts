export { type Acceptance, type AcceptRefusal, acceptReceipt } from './accept.ts'
export type { AcceptOptions, Assurance } from './accept.ts'
export { type BuildParams, buildReceipt } from './build.ts'
export { canonicalize } from './json.ts'
export { type ChainResult, type Fork, type Gap, verifyReceiptChain } from './chain.ts'
export { beginCommitments, type CommittedPart, extendCommitments } from './digest.ts'
export { computePayloadDigest, computeReceiptHash } from './digest.ts'
export { type DocumentSignature, type Signer, signDocument, verifyDocument } from './sign.ts'
export { verifyEd25519 } from './ed25519.ts'
export { type EngineEvidence, type EvidenceComponent, engineEvidenceToBlock } from './receipt.ts'
export { type Failure, type FailureCode, ReceiptError } from './failure.ts'
export { decodeHeader, encodeHeader, MAX_HEADER_LENGTH } from './header.ts'
export { bytesToHex } from './encoding.ts'
export { createIssuerIdentity, generateKeyPair, type KeyPair, type Random } from './ed25519.ts'
export { parseJson } from './json.ts'
export { secretKeyToPkcs8 } from './encoding.ts'
export { type Json, NotJsonError } from './json.ts'
export type { Policy, PolicyName } from './checks.ts'
export { type PresencePolicy, presencePolicyToBlock, readPresencePolicy } from './presence-policy.ts'
export {
  type Assertion,
  type Assertions,
  type EvidenceBlock,
  type Interval,
  type Issuer,
  type OldReceipt,
  type Payload,
  PROTOCOL_VERSION,
  type Receipt,
  type Signature,
  type Subject,
  type UnsignedReceipt,
  type Verdict,
} from './receipt.ts'
export type { CheckName, Outcome, VerificationResult } from './result.ts'
export { type SignOptions, signReceipt } from './sign.ts'
export {
  type RevocationCheck,
  readStatusList,
  type StatusContent,
  type StatusList,
  type StatusOptions,
  type StatusReading,
  type StatusRefusal,
  signStatusList,
} from './status-list.ts'
export type { TimeLike } from './time.ts'
export { VERDICT_ORDER, type VerdictKind } from './result.ts'
export { refuseMalformed, type VerifyOptions, verifyEvidenceIntegrity, verifyReceipt, verifySchema } from './verify.ts'
export { type ReceiptVerdict, readVerdict, type VerdictContext } from './view/verdict-words.ts'
export { refuseTestReceipt } from './verify.ts'
