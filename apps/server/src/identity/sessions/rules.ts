import type { AnswerOf, startSession } from '@stillhere/contract'
import type { Session } from '../access/store.ts'
import { MAX_SCANS_PER_DAY } from '../activity-store.ts'
import type { Node } from '../node-store.ts'

/** A session with its node, and how often the node scanned today. */
export type SessionState = { node: Node; session: Session; scansToday: number }

/** Returns the API's form of a browser session: the node, the expiry, and how many scans the node has left today. */
export function describeSession({ node, session, scansToday }: SessionState): AnswerOf<typeof startSession> {
  return {
    email: node.email,
    node_handle: node.handle,
    status: node.status,
    device_name: session.deviceName,
    expires_at: session.expiresAt.toISOString(),
    scans_left: MAX_SCANS_PER_DAY - scansToday,
  }
}
