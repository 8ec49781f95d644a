export { decryptReceipt, type EncryptedReceipt, encryptReceipt } from './cipher.ts'
export { formatReceiptLink, parseReceiptLink, type ReceiptLink } from './cipher.ts'
