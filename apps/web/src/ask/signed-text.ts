import { canonicalize, computePayloadDigest } from '@stillhere/client/receipt'
import { type ApprovalFacts, readAction } from './ask.ts'

// Apart from what draws a request: other pages name askers, and need no digests.

/** Returns true if the text of an approval has its digest, and holds nothing that Ask doesn't draw. No page may approve another text. */
export function hasSignedText(facts: ApprovalFacts): boolean {
  const { type, summary, details, ...more } = readAction(facts)
  const isDrawn = typeof type === 'string' && typeof summary === 'string' && isDetails(details)
  // Written anew from what Ask draws: a name that is there twice, or a member more, makes another text.
  const drawn = { type, summary, ...(details !== undefined && { details }) }
  const isWhole = isDrawn && Object.keys(more).length === 0 && canonicalize(drawn) === facts.text
  return isWhole && computePayloadDigest(drawn) === facts.digest
}

function isDetails(details: unknown): boolean {
  if (details === undefined || typeof details === 'string') return true
  const isRecord = typeof details === 'object' && details !== null && !Array.isArray(details)
  return isRecord && Object.values(details).every((value) => typeof value === 'string')
}
