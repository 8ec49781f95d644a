import type { Operation } from '@stillhere/contract'

const CREDENTIALS: Readonly<Record<string, string>> = {
  nodeToken: 'the node’s token as <code>Authorization: Bearer</code>',
  adminSecret: 'the admin secret in <code>x-admin-secret</code>',
  siteSecret: 'a secret of the site as <code>Authorization: Bearer</code>',
  checkToken: 'the check’s token as <code>Authorization: Bearer</code>',
  agentSignature: 'the agent’s signature (RFC 9421)',
  deleteToken: 'the session’s delete token as <code>Authorization: Bearer</code>',
}

/** What a caller must bring along, as a sentence of HTML. */
export function accessWords(security: Operation['security']): string {
  const credentials = security.flatMap((way) => Object.keys(way))
  if (credentials.length === 0) return 'Open to everybody.'
  const named = credentials.map((name) => CREDENTIALS[name] ?? name).join(', or ')
  if (security.every((way) => Object.keys(way).length > 0)) return `Needs ${named}.`
  const isForClosedNodes = 'nodeToken' in (security[1] ?? {})
  return isForClosedNodes ? `Takes ${named}, which a closed node needs (AUTH_MODE).` : `Takes ${named}, as said above.`
}
