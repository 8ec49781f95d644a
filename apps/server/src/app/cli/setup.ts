import { makeSetupPath } from '../../operator/setup/routes.ts'
import { readAddress } from '../own-address.ts'
import { type Command, readArguments } from './command.ts'
import { workBesideService } from './open-data.ts'

/** Prints a fresh link to Admin; whoever may run this command could read the admin secret too. */
export const setup: Command = async (args, surroundings) => {
  readArguments(args, { options: {} })
  const { print } = surroundings
  return workBesideService(surroundings, async (service) => {
    const path = await service.db.transaction((tx) => makeSetupPath(tx, service, tx.now))
    print(`${readAddress(service.settings)}${path}`)
    return 0
  })
}
