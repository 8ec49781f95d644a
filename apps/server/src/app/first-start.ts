import { join } from 'node:path'
import { makeInviteCodes } from '../identity/invites/routes.ts'
import { isWithoutInvites } from '../identity/invites/store.ts'
import { makeSetupPath } from '../operator/setup/routes.ts'
import { isSetupPending } from '../operator/setup/store.ts'
import type { Service } from '../platform/service.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { say } from '../platform/speakers.ts'

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
    say('First start. Save this; it is shown once:'),
    ...listRows([
      [say('Set up:'), setupUrl, say('works once, within an hour; npx --no-install stillhere setup prints a new link')],
      [say('Admin secret:'), adminSecret === undefined ? join(dataDir, 'admin-secret') : say('as set in ADMIN_SECRET')],
      [say('Mails:'), smtpUrl === undefined ? sayOutbox(dataDir) : say('sent as set in SMTP_URL')],
      [
        say('Invite codes:'),
        say('each lets one person in; more by npx --no-install stillhere invite --count N'),
        ...codes,
      ],
      [
        say('Open next:'),
        `${address}/docs   ${say('guides, and every endpoint with examples')}`,
        `${address}/       ${say('the pages: join, scan, and see who is there')}`,
      ],
    ]),
    '',
  ].join('\n')
}

function sayOutbox(dataDir: string): string {
  return say('files in {folder}', { folder: join(dataDir, 'outbox') })
}

/** Rows of a label and the lines beside it, which stand under each other. */
function listRows(rows: readonly (readonly [label: string, ...lines: string[]])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  return rows.flatMap(([label, ...lines]) =>
    lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(width)}${line}`),
  )
}

function describeSetup(setupUrl: string): string {
  return say('Not set up yet. This link works once, within an hour: {setupUrl}', { setupUrl })
}
