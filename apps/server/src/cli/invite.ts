import { makeInviteCodes } from '../invites/invites.ts'
import { type Command, UsageProblem, readArguments } from './command.ts'
import { workBesideService } from './open-data.ts'

const MAX_COUNT = 1000

/** Codes only, one a line, so that they can be piped. */
export const invite: Command = async (args, surroundings) => {
  const { values } = readArguments(args, { options: { count: { type: 'string', default: '1' } } })
  const count = readCount(values.count)
  const { print } = surroundings
  return workBesideService(surroundings, async (service) => {
    const codes = await service.db.transaction((tx) => makeInviteCodes(tx, service, { count, now: tx.now }))
    for (const code of codes) print(code)
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
