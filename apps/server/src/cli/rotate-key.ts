import { rotateKey } from '../receipts/issuer.ts'
import { startService } from '../start.ts'
import { type Command, readArguments } from './command.ts'
import { openBesideService } from './open-data.ts'

/** Gives the service a new key to sign receipts with, whether it runs or not. */
export const rotateKeyCommand: Command = async (args, { settings, print }) => {
  const options = { compromised: { type: 'boolean', default: false } } as const
  const { values } = readArguments(args, { options })
  const { service, stop } = await startService(settings, () => {}, openBesideService)
  try {
    const { id, publicKey } = await service.db.transaction((tx) => rotateKey(tx, service, values))
    print(`receipts are signed with the new key ${publicKey}, issuer ${id}`)
    return 0
  } finally {
    await stop()
  }
}
