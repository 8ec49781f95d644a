import type { PresencePolicy } from '@stillhere/receipt'

/** What a service states of an ordinary presence; without imports of Node, since the portable cases run everywhere. */
export const PRESENCE_POLICY: PresencePolicy = {
  assurance: 1,
  pace: 'batch',
  device: 'none',
  registered: false,
  risk_level: 'medium',
  threshold: 0.8,
  threshold_source: 'default',
  action: null,
  action_digest: null,
  nonce: null,
  test: false,
}
