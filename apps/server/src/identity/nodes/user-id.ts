import type { Secrets } from '../../platform/secrets.ts'

/** The name under which a node enrolls and gets receipts: without the key nobody can tell which node it is. */
export function computeUserId(secrets: Secrets, nodeId: number): string {
  return `node-${secrets.hash('user', String(nodeId)).toString('base64url')}`
}
