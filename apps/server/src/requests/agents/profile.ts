import type { MessageSignature, SignedMessage } from './message-signature.ts'
import { isItem, type Member, parseDictionary, parseItem } from './structured-fields.ts'

/** How far a signer's clock may be ahead, and how long a signature may be good. */
const CLOCK_SKEW_SECONDS = 30
const MAX_LIFETIME_SECONDS = 3600

type Covering = Pick<MessageSignature, 'covered'>

/**
 * What a signature must cover: the authority always, Signature-Agent where it is sent, and for a request that changes something
 * also its method, path and body. Else a signature for one request could be moved to another.
 */
export function findCoverageProblem({ covered }: Covering, { method, fields }: SignedMessage): string | undefined {
  if (!coversOne(covered, ['@authority', '@target-uri'])) return 'it must cover @authority or @target-uri'
  const signer = fields.get('signature-agent')
  if (signer !== undefined && !covered.has('signature-agent')) return 'it must cover signature-agent'
  if (signer !== undefined && !isSignatureAgent(signer)) return 'Signature-Agent must be text or a dictionary of texts'
  if (method === 'GET' || method === 'HEAD') return undefined
  if (!covered.has('@method')) return 'it must cover @method'
  if (!coversOne(covered, ['@path', '@target-uri', '@request-target'])) return 'it must cover @path or @target-uri'
  return covered.has('content-digest') ? undefined : 'it must cover content-digest'
}

function coversOne(covered: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.some((name) => covered.has(name))
}

// Text in the first drafts of Web Bot Auth, a dictionary of texts in the later ones.
function isSignatureAgent(field: string): boolean {
  const members = parseDictionary(field)?.values() ?? [parseItem(field)]
  return [...members].every(isText)
}

function isText(member: Member | null): boolean {
  return isItem(member) && typeof member[0] === 'string'
}

type Lifetime = Pick<MessageSignature, 'created' | 'expires'>

/** What is wrong with the time of a signature at a moment. */
export function findTimeProblem({ created, expires }: Lifetime, now: Date): string | undefined {
  const nowSeconds = now.getTime() / 1000
  if (created > nowSeconds + CLOCK_SKEW_SECONDS) return 'created lies in the future'
  if (expires <= created) return 'expires must be after created'
  if (expires - created > MAX_LIFETIME_SECONDS) return `it may be good for ${MAX_LIFETIME_SECONDS} seconds at most`
  return expires <= nowSeconds ? 'it has expired' : undefined
}
