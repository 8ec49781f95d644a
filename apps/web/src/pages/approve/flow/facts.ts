import type { OutputOf } from '@stillhere/client/http'

type Asked = OutputOf<'listApprovals'>['approvals'][number]

/** What the service wrote into the document of an approval. */
export type ApprovalFacts = Omit<Asked, 'reason' | 'created_at' | 'decided_at' | 'redeemed_at'> & {
  other_way?: boolean
}

/** The approval of this document; null where there is no such approval. */
export function readFacts(): ApprovalFacts | null {
  const text = document.getElementById('approve')?.textContent ?? 'null'
  return JSON.parse(text) as ApprovalFacts | null
}
