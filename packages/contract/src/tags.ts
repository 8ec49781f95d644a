import type { Area } from './endpoint.ts'

/** What each area of the service is about. */
export const TAGS: Readonly<Record<Area, string>> = {
  system: 'Whether the service works',
  nodes: 'Public figures, and what a node may do with itself',
  identity: 'Subscribing and registering a node',
  otp: 'Codes by mail, which activate a node and sign it in',
  invites: 'Invite codes',
  agents: 'AI agents: declaring, proving, revoking',
  entropy: 'The score of a node',
  motion: 'Recording that a node moved',
  recruitment: 'Founding testers',
  mail: 'Mail that waits to be sent',
  research: 'Sessions of motion given to research',
  verification: 'Challenges, enrollments and verifications of presence',
  receipts: 'Receipts: judging, listing, revoking, and the keys that sign them',
  calibration: 'Thresholds learned from research sessions',
  wallet: 'Signing in with a wallet (EIP-4361)',
  passkeys: 'Passkeys (WebAuthn) of a node, which sign its scans',
  sites: 'Sites that ask people for their presence (relying parties)',
  webhooks: 'What sites are told of, and what became of it',
  checks: 'Checks: a site asks for a person, for one action',
  approvals: 'Approvals: a site or an agent asks a person for one exact action',
  discovery: 'How programs find the service and what it offers',
  push: 'Devices that the owner of a node is told on (web push)',
  notices: 'How the owner of a node is told that somebody asks for an approval',
  publishing: 'Publishing a text on other platforms',
}
