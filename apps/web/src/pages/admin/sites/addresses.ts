import { ProblemError } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'

/** Addresses as they stand in a text area, one a line. */
export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The actions of a site's pages, one a line: `Sign up` or, with the level that it needs, `Pay: 2`. */
export function readActions(text: string): Record<string, 1 | 2 | 3> {
  return Object.fromEntries(
    readLines(text).map((line) => {
      const [, action = '', level = 1] = /^(.*?)(?:\s*:\s*([123]))?$/.exec(line) ?? []
      return [action, Number(level) as 1 | 2 | 3]
    }),
  )
}

type SiteFields = Partial<Record<'name' | 'origins' | 'return_urls' | 'webhook_url' | 'logout_url' | 'actions', string>>

/** What the service objects to, by field: of the addresses the line that it means, in words. */
export function findSiteErrors(error: unknown): SiteFields {
  if (!(error instanceof ProblemError) || error.code !== 'INVALID_REQUEST') return {}
  return Object.fromEntries(
    error.errors.toReversed().map(({ pointer, message }) => {
      const [, name = '', line] = pointer.split('/')
      if (line === undefined) return [name, say('It {problem}.', { problem: message })]
      // An action is named by its text, escaped as pointers are.
      if (name === 'actions')
        return [name, say('“{action}” {problem}.', { action: readPointer(line), problem: message })]
      return [name, describeLine(Number(line) + 1, message)]
    }),
  )
}

function readPointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function describeLine(line: number, problem: string): string {
  return say('Line {line} {problem}.', { line, problem })
}
