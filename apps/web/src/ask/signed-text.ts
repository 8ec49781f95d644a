import type { ShownRequest } from '@stillhere/client/capture'
import { canonicalize, computePayloadDigest } from '@stillhere/client/receipt'
import { type ApprovalFacts, readAction, type RequestFacts } from './ask.ts'

// Separate from ask.ts, because other pages show askers and need no digests.

/**
 * Returns true if the text of an approval has the stated digest and contains nothing but the members that the component Ask shows. The page must
 * not offer to approve any other text.
 */
export function hasSignedText(facts: ApprovalFacts): boolean {
  const { type, summary, details, ...more } = readAction(facts)
  const isDrawn = typeof type === 'string' && typeof summary === 'string' && isDetails(details)
  // Serialized again from what Ask shows: a duplicate name or an extra member gives another text.
  const drawn = { type, summary, ...(details !== undefined && { details }) }
  const isWhole = isDrawn && Object.keys(more).length === 0 && canonicalize(drawn) === facts.text
  return isWhole && computePayloadDigest(drawn) === facts.digest
}

function isDetails(details: unknown): boolean {
  if (details === undefined || typeof details === 'string') return true
  const isRecord = typeof details === 'object' && details !== null && !Array.isArray(details)
  return isRecord && Object.values(details).every((value) => typeof value === 'string')
}

/** Returns audience, action and action digest of a request as the page shows them. They become part of the statement that a passkey signs. */
export function readShown(facts: RequestFacts): ShownRequest {
  if (facts.kind === 'approval') {
    const { asker, digest } = facts
    return {
      audience: (asker.kind === 'site' ? asker.origin : null) ?? asker.id,
      action: readAction(facts).summary,
      actionDigest: digest,
    }
  }
  const { audience, action, details } = facts
  return { audience, action, actionDigest: details === null ? null : computePayloadDigest({ action, details }) }
}
