export { findReceipt, type Judgment, type Judgments, judgeDocuments } from './judgment.ts'
