import { addInviteCodes } from '../../identity/invites/routes.ts'
import { parseAddress, formatAddress } from '../../identity/wallet/message.ts'
import { deleteBinding } from '../../identity/wallet/store.ts'
import { addSetupLink } from '../../operator/setup/routes.ts'
import { runMigrations, MIGRATIONS_FOLDER, readMigrations } from '../../platform/database/migrate.ts'
import { say, sayCount } from '../../platform/speakers.ts'
import { deleteHandle } from '../../requests/agents/declare.ts'
import { rotateKey } from '../../scan/receipts/issuer.ts'
import { readAddress } from '../start.ts'
import { type Command, openBesideService, readArguments, UsageProblem, runBesideService } from './command.ts'

const MAX_COUNT = 1000

/** Creates invite codes and prints one per line, so that they can be piped. On a terminal it also prints the links that they open. */
export const runInvite: Command = async (args, surroundings) => {
  const { values } = readArguments(args, {
    options: { count: { type: 'string', default: '1' }, json: { type: 'boolean' } },
  })
  const count = readCount(values.count)
  const { print } = surroundings
  return runBesideService(surroundings, async (service) => {
    const base = readAddress(service.settings)
    const codes = await service.db.transaction((tx) => addInviteCodes(tx, service, { count, now: tx.now }))
    const links = codes.map((code) => ({ code, url: `${base}/join?invite=${code}` }))
    if (values.json) print(JSON.stringify(links, null, 2))
    else for (const { code, url } of links) print(process.stdout.isTTY ? `${code}  ${url}` : code)
    return 0
  })
}

function readCount(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= MAX_COUNT) return count
  throw new UsageProblem('--count must be a whole number from 1 to {most}, not {text}', {
    most: String(MAX_COUNT),
    text: JSON.stringify(text),
  })
}

/** Prints a new set-up link. It needs no further credential: a person who can run this command could read the admin secret, too. */
export const runSetup: Command = async (args, surroundings) => {
  readArguments(args, { options: {} })
  const { print } = surroundings
  return runBesideService(surroundings, async (service) => {
    const path = await service.db.transaction((tx) => addSetupLink(tx, service, tx.now))
    print(`${readAddress(service.settings)}${path}`)
    return 0
  })
}

/** Migrates the database to this version and shows the progress. */
export const runMigrate: Command = async (args, { settings, print, showProgress }) => {
  readArguments(args, { options: {} })
  const { db, stop } = await openBesideService(settings, print)
  try {
    const { length } = readMigrations(MIGRATIONS_FOLDER)
    const applied = await runMigrations(db, MIGRATIONS_FOLDER, (name, number) => showProgress(number / length, name))
    for (const name of applied) print(say('applied {name}', { name }))
    print(
      applied.length === 0
        ? say('the database is up to date')
        : sayCount(applied.length, '{count} migration applied', '{count} migrations applied'),
    )
    return 0
  } finally {
    await stop()
  }
}

/** Replaces the key that signs receipts, whether or not the service runs. */
export const runRotateKey: Command = async (args, surroundings) => {
  const options = { compromised: { type: 'boolean', default: false } } as const
  const { values } = readArguments(args, { options })
  const { print } = surroundings
  return runBesideService(surroundings, async (service) => {
    const { id, publicKey } = await service.db.transaction((tx) => rotateKey(tx, service, values))
    print(say('receipts are signed with the new key {publicKey}, issuer {id}', { publicKey, id }))
    return 0
  })
}

/** Deletes the binding of a lost wallet, so that its node can sign in by a mailed code again. */
export const runUnbindWallet: Command = async (args, surroundings) => {
  const { positionals } = readArguments(args, { options: {}, word: 'ADDRESS' })
  const address = parseAddress(positionals[0] ?? '')
  if (!address) throw new UsageProblem('ADDRESS must be 0x and 40 hex digits')
  const { print } = surroundings
  return runBesideService(surroundings, async (service) => {
    const wasBound = await deleteBinding(service.db, address)
    const wallet = formatAddress(address)
    print(wasBound ? say('{wallet} is no longer bound', { wallet }) : say('{wallet} is bound to no node', { wallet }))
    return wasBound ? 0 : 1
  })
}

/** Deletes an agent that is revoked or was never proved, so that its handle can be declared again. */
export const runFreeAgent: Command = async (args, surroundings) => {
  const { positionals } = readArguments(args, { options: {}, word: 'AGENT_ID' })
  const [agentId = ''] = positionals
  const { print } = surroundings
  return runBesideService(surroundings, async (service) => {
    await service.db.transaction((tx) => deleteHandle(tx, agentId))
    print(say('{agentId} is removed, and its handle can be declared again', { agentId }))
    return 0
  })
}
