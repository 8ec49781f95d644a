import { styleText } from 'node:util'
import { say } from '../platform/speakers.ts'

/** Where a running service is found: from this machine, and by others where they can reach it. */
export type Addresses = { own: string; others?: string | undefined }

/** What every start shows on a terminal: each address that is worth opening. */
export function listAddresses({ own, others }: Addresses): string {
  const rows = [
    [say('This machine'), own],
    ...(others === undefined || others === own ? [] : [[say('Others'), others]]),
    [say('Admin'), `${own}/admin`],
    [say('Docs'), `${own}/docs`],
  ]
  const lines = rows.map(([name = '', address = '']) => `  ${name.padEnd(13)} ${styleText('cyan', address)}`)
  return [
    '',
    ...lines,
    '',
    styleText('dim', `  ${say('Ctrl+C stops it. LOG_LEVEL=debug shows every page and file too.')}`),
    '',
  ].join('\n')
}
