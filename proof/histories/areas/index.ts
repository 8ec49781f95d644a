import type { Area } from '../area.ts'
import { approvals } from './approvals.ts'
import { challenges } from './challenges.ts'
import { checks } from './checks.ts'
import { codes } from './codes.ts'
import { idempotency } from './idempotency.ts'
import { invites } from './invites.ts'
import { keptReceipts } from './kept-receipts.ts'
import { names } from './names.ts'
import { points } from './points.ts'
import { receipts } from './receipts.ts'
import { recovery } from './recovery.ts'
import { scans } from './scans.ts'
import { sessions } from './sessions.ts'
import { siteSecrets } from './site-secrets.ts'
import { waitingList } from './waiting-list.ts'

/** Everything that has a limit and a model. */
export const AREAS: readonly Area[] = [
  scans,
  points,
  codes,
  invites,
  challenges,
  checks,
  approvals,
  sessions,
  recovery,
  waitingList,
  receipts,
  keptReceipts,
  idempotency,
  names,
  siteSecrets,
]
