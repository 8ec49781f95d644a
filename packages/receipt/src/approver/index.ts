export {
  acceptApproval,
  acceptApprovals,
  type ApprovalAcceptance,
  type ApprovalMethod,
  type ApprovalOptions,
  type ApprovalRefusal,
  type QuorumAcceptance,
  type QuorumOptions,
} from './accept.ts'
export { acceptIntroduction, type IntroductionAcceptance, type IntroductionOptions } from './accept.ts'
export { type ApproverBlock, type ApproverKey, approverToBlock, computeThumbprint } from './block.ts'
export { refuseApprover, requirePinnedKey } from './verify.ts'
export {
  type ApproverStatement,
  computeApproverChallenge,
  computeStatementDigest,
  rebuildStatement,
} from './statement.ts'
export { type Approver, type ApproverVerification, verifyApprover } from './verify.ts'
