import { findLanguage, type Language } from '@stillhere/messages'
import type { FastifyRequest } from 'fastify'

/** A browser names a handful; whoever names more is not read to the end. */
const MOST_TAGS = 20

/** The language for whoever asks: the first of those that they accept which is spoken here, or English. */
export function readLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  return findAccepted(request) ?? 'en'
}

/** As readLanguage; undefined for who names no language that is spoken here, as programs do. */
export function findAccepted({ headers }: Pick<FastifyRequest, 'headers'>): Language | undefined {
  const wanted = (headers['accept-language'] ?? '').split(',', MOST_TAGS).map(readTag)
  const accepted = wanted.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return findLanguage(accepted.map(({ tag }) => tag))
}

// RFC 9110, section 12.5.4: "de-AT;q=0.8"; without a weight it is 1.
function readTag(text: string): { tag: string; weight: number } {
  const [tag = '', weight] = text.trim().split(/\s*;\s*q=/i)
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
