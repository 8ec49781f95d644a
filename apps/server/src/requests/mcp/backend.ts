import type {
  AnswerOf,
  BodyOf,
  createApproval,
  declareAgent,
  getApproval,
  McpInputOf,
  McpOutputOf,
  ReceiptReport,
  redeemApproval,
  verifyReceipt,
} from '@stillhere/contract'

/** What the tools call, in the name of one caller: inside the service, or over HTTP from the machine of an agent. */
export type Backend = {
  createApproval: (asked: BodyOf<typeof createApproval>) => Promise<AnswerOf<typeof createApproval>>
  getApproval: (id: string) => Promise<AnswerOf<typeof getApproval>>
  redeemApproval: (id: string, digest: string) => Promise<AnswerOf<typeof redeemApproval>>
  verifyReceipt: (body: BodyOf<typeof verifyReceipt>) => Promise<ReceiptReport>
  declareAgent: (declaration: McpInputOf<'declare_agent'>) => Promise<AnswerOf<typeof declareAgent>>
  whoAmI: () => Promise<McpOutputOf<'whoami'>>
}
