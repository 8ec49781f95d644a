import type { Person } from '@stillhere/contract'
import { parseEmail } from '../../platform/email.ts'
import { fieldProblem } from '../../platform/problem.ts'
import { foldCase } from '../../platform/visible-text.ts'
import type { ListedNode, Search } from './store.ts'

/** What an operator looks for: a text with an @ is a whole e-mail address, any other a part of a handle. 400 for an address that nobody can have. */
export function readSearch(text = ''): Pick<Search, 'handlePart' | 'emailKey'> {
  const wanted = text.trim()
  if (wanted.includes('@')) return { handlePart: null, emailKey: readAddress(wanted) }
  return { handlePart: wanted === '' ? null : foldCase(wanted), emailKey: null }
}

function readAddress(text: string): string {
  const address = parseEmail(text)
  if (address === null) throw fieldProblem('/text', 'must be a whole e-mail address, or a part of a handle')
  return address.key
}

/** A node in the form of the contract, without its e-mail address. */
export function describePerson(node: ListedNode): Person {
  return {
    id: String(node.id),
    node_handle: node.handle,
    status: node.status,
    registered_at: node.registeredAt.toISOString(),
    activated_at: node.activatedAt?.toISOString() ?? null,
    last_scan_at: node.lastScanAt?.toISOString() ?? null,
    scan_count: node.scanCount,
    sessions: node.sessions,
    blocked_at: node.blockedAt?.toISOString() ?? null,
  }
}
