export type { ApproverVerification } from '../approver/verify.ts'
export { type InputText, onDropped, onPasted, readFiles, readTransfer, takeFiles } from './input.ts'
export { findReceipt, type Judgment, type Judgments, judgeDocuments, verifyApprovers } from './judgment.ts'
