import { join } from 'node:path'
import { makeInviteCodes } from './invites/invites.ts'
import { isWithoutInvites } from './invites/store.ts'
import type { Service } from './service.ts'
import type { Settings } from './settings/settings.ts'
import { makeSetupPath } from './setup/link.ts'
import { isSetupPending } from './setup/store.ts'

const FIRST_CODES = 10

/** What a start has to say: lines for people, and the link to set the service up with. */
export type StartNote = { text: string; setupUrl: string }

/**
 * Where no invite was ever made, makes the first codes and writes what a newcomer needs to know once; where the operator has not come in
 * yet, a link to come in by. To be asked by a process that listens: one that cannot would keep the note to itself.
 */
export function firstStartNote(service: Service, given: Settings, address: string): Promise<StartNote | undefined> {
  return service.db.transaction(async (tx) => {
    const isFirst = await isWithoutInvites(tx)
    if (!isFirst && !(await isSetupPending(tx))) return undefined
    const setupUrl = `${given.publicUrl ?? address}${await makeSetupPath(tx, service, tx.now)}`
    if (!isFirst) return { text: describeSetup(setupUrl), setupUrl }
    const codes = await makeInviteCodes(tx, service, { count: FIRST_CODES, note: 'First start', now: tx.now })
    return { text: describeFirstStart(given, { address, setupUrl, codes }), setupUrl }
  })
}

type Made = { address: string; setupUrl: string; codes: readonly string[] }

/** Only what was not there before: secrets and mails have other places once they are set. */
function describeFirstStart(given: Settings, { address, setupUrl, codes }: Made): string {
  const { adminSecret, dataDir, smtpUrl } = given
  return [
    '',
    'First start. Save this; it is shown once:',
    `  Set up:        ${setupUrl}`,
    '                 works once, within an hour; npx stillhere setup prints a new link',
    `  Admin secret:  ${adminSecret === undefined ? join(dataDir, 'admin-secret') : 'as set in ADMIN_SECRET'}`,
    `  Mails:         ${smtpUrl === undefined ? `files in ${join(dataDir, 'outbox')}` : 'sent as set in SMTP_URL'}`,
    '  Invite codes:  each lets one person in; more by npx stillhere invite --count N',
    ...codes.map((code) => `                 ${code}`),
    '  Open next:',
    `                 ${address}/docs   guides, and every endpoint with examples`,
    `                 ${address}/       the pages: join, scan, and see who is there`,
    '',
  ].join('\n')
}

function describeSetup(setupUrl: string): string {
  return `Not set up yet. This link works once, within an hour: ${setupUrl}`
}
