import type { AnswerOf, startSession } from '@stillhere/contract'
import type { Session } from '../auth/store.ts'
import type { Node } from '../nodes/store.ts'

/** Who is signed in with a browser, and until when. */
export function describeSession(node: Node, { deviceName, expiresAt }: Session): AnswerOf<typeof startSession> {
  return {
    email: node.email,
    node_handle: node.handle,
    status: node.status,
    device_name: deviceName,
    expires_at: expiresAt.toISOString(),
  }
}
