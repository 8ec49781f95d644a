import { join } from 'node:path'
import { makeInviteCodes } from './invites/invites.ts'
import { isWithoutInvites } from './invites/store.ts'
import type { Service } from './service.ts'
import type { Settings } from './settings/settings.ts'

const FIRST_CODES = 10

/**
 * Where no invite was ever made, makes the first codes and writes what a newcomer needs to know once. To be asked by a process
 * that listens: one that cannot would keep the note to itself.
 */
export function firstStartNote(service: Service, given: Settings, address: string): Promise<string | undefined> {
  return service.db.transaction(async (tx) => {
    if (!(await isWithoutInvites(tx))) return undefined
    const codes = await makeInviteCodes(tx, service, { count: FIRST_CODES, now: tx.now })
    return describeFirstStart(given, address, codes)
  })
}

/** Only what was not there before: secrets and mails have other places once they are set. */
function describeFirstStart(given: Settings, address: string, codes: readonly string[]): string {
  const { adminSecret, dataDir, smtpUrl } = given
  return [
    '',
    'First start. Save this; it is shown once:',
    `  Admin secret:  ${adminSecret === undefined ? join(dataDir, 'admin-secret') : 'as set in ADMIN_SECRET'}`,
    `  Mails:         ${smtpUrl === undefined ? `files in ${join(dataDir, 'outbox')}` : 'sent as set in SMTP_URL'}`,
    '  Invite codes:  each lets one person in; more by npx stillhere invite --count N',
    ...codes.map((code) => `                 ${code}`),
    '  Open next:',
    `                 ${address}/docs   every endpoint, with examples to copy`,
    `                 ${address}/       the pages: join, scan, and see who is there`,
    '',
  ].join('\n')
}
