import { makeInviteCodes } from '../../identity/invites/routes.ts'
import { readAddress } from '../own-address.ts'
import { type Command, UsageProblem, readArguments } from './command.ts'
import { workBesideService } from './open-data.ts'

const MAX_COUNT = 1000

/** Codes only, one a line, so that they can be piped; a person at a terminal gets the links that they open. */
export const invite: Command = async (args, surroundings) => {
  const { values } = readArguments(args, {
    options: { count: { type: 'string', default: '1' }, json: { type: 'boolean' } },
  })
  const count = readCount(values.count)
  const { print } = surroundings
  return workBesideService(surroundings, async (service) => {
    const base = readAddress(service.settings)
    const codes = await service.db.transaction((tx) => makeInviteCodes(tx, service, { count, now: tx.now }))
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
