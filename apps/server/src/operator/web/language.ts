import { findLanguage, type Language } from '@stillhere/messages'
import type { FastifyRequest } from 'fastify'
import { readLanguage } from '../../platform/http/origin.ts'

/** By what a page differs: answers that are kept for others must not be mixed up. */
export const VARY = 'accept-language, cookie'

/** The language of a page: the one chosen in its footer, which is a cookie, or that of the browser. The pages' own script decides alike. */
export function readPageLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = /(?:^|;\s*)stillhere-language=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  return findLanguage([chosen ?? '']) ?? readLanguage(request)
}
