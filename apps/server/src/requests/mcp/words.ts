import type { AnswerOf, createApproval, McpOutputOf } from '@stillhere/contract'

type Created = AnswerOf<typeof createApproval>
type Approval = McpOutputOf<'get_approval'>

/** What clients are told when they connect. */
export const INSTRUCTIONS = [
  'Before an action that a person must approve: request_approval, then get_approval until it is decided, then get_approval with the',
  'digest for the receipt. Do exactly the action that was approved, once, and nothing where it was denied or has expired.',
  'An approval shows that a person agreed to these words; not that the action is right, lawful or safe.',
].join(' ')

/** What the client shows the person beside the link. */
export function describeLink({ binding_message: words }: Created, summary: string): string {
  return `Approve or deny on your phone: ${summary}. The page must show the words: ${words}.`
}

/** What became of asking. */
export function describeAsked({ id, status, url, binding_message: words, notified, digest }: Created): string {
  const told = notified ? 'The person was sent a notice.' : 'The person was sent no notice.'
  const link = `Link for the person: ${url} (its page shows the words: ${words}).`
  return status === 'open'
    ? `Approval ${id} is open. ${told} ${link} Then call get_approval with id ${id} and digest ${digest}.`
    : `Approval ${id} is ${status}. Call get_approval with id ${id} and digest ${digest}.`
}

/** What the person did with the link in the client. */
export function describeLinkRefused(action: 'decline' | 'cancel'): string {
  return action === 'decline' ? 'Here the link was declined.' : 'Here the link was dismissed.'
}

/** What became of an approval. */
export function describeApproval(approval: Approval): string {
  const { id, status, reason, receipts, need, approvers, redeemed_at: redeemedAt, test } = approval
  const said = `Approval ${id}: ${status}${reason === null ? '' : ` (${reason})`}${test ? ', a test that proves nothing' : ''}.`
  if (receipts?.length) return `${said} What people gave is in the answer under receipts, and is not given out again.`
  if (redeemedAt !== null) return `${said} Its receipt was given out at ${redeemedAt}.`
  if (status === 'granted') return `${said} Call again with the digest to get its receipt.`
  const granted = approvers.filter((one) => one.status === 'granted').length
  return status === 'open'
    ? `${said} ${granted} of ${need} people have approved so far.`
    : `${said} Do not do the action.`
}
