import { ProblemError } from '@stillhere/client/http'

/** Addresses as they stand in a text area, one a line. */
export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

type SiteFields = Partial<Record<'name' | 'origins' | 'return_urls' | 'webhook_url' | 'logout_url', string>>

/** What the service objects to, by field: of the addresses the line that it means, in words. */
export function findSiteErrors(error: unknown): SiteFields {
  if (!(error instanceof ProblemError) || error.code !== 'INVALID_REQUEST') return {}
  return Object.fromEntries(
    error.errors.toReversed().map(({ pointer, message }) => {
      const [, name = '', line] = pointer.split('/')
      return [name, line === undefined ? `It ${message}.` : `Line ${Number(line) + 1} ${message}.`]
    }),
  )
}
