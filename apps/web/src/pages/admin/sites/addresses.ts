import { ProblemError } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'

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
      return [
        name,
        line === undefined ? say('It {problem}.', { problem: message }) : describeLine(Number(line) + 1, message),
      ]
    }),
  )
}

function describeLine(line: number, problem: string): string {
  return say('Line {line} {problem}.', { line, problem })
}
