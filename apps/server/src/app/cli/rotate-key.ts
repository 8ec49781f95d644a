import { say } from '../../platform/speakers.ts'
import { rotateKey } from '../../scan/receipts/issuer.ts'
import { type Command, readArguments } from './command.ts'
import { workBesideService } from './open-data.ts'

/** Gives the service a new key to sign receipts with, whether it runs or not. */
export const rotateKeyCommand: Command = async (args, surroundings) => {
  const options = { compromised: { type: 'boolean', default: false } } as const
  const { values } = readArguments(args, { options })
  const { print } = surroundings
  return workBesideService(surroundings, async (service) => {
    const { id, publicKey } = await service.db.transaction((tx) => rotateKey(tx, service, values))
    print(say('receipts are signed with the new key {publicKey}, issuer {id}', { publicKey, id }))
    return 0
  })
}
