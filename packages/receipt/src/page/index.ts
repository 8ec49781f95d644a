export { type InputText, onDropped, onPasted, readFiles, readTransfer, takeFiles } from './input.ts'
export { findReceipt, type Judgment, type Judgments, judgeDocuments } from './judgment.ts'
