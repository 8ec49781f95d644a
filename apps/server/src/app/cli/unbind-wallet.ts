import { addressBytes, checksumAddress } from '../../identity/wallet/message.ts'
import { unbindWallet } from '../../identity/wallet/store.ts'
import { say } from '../../platform/speakers.ts'
import { type Command, UsageProblem, readArguments } from './command.ts'
import { workBesideService } from './open-data.ts'

/** For whoever has lost a wallet and every token: their node gets codes by mail again. */
export const unbindWalletCommand: Command = async (args, surroundings) => {
  const { positionals } = readArguments(args, { options: {}, word: 'ADDRESS' })
  const address = addressBytes(positionals[0] ?? '')
  if (!address) throw new UsageProblem('ADDRESS must be 0x and 40 hex digits')
  const { print } = surroundings
  return workBesideService(surroundings, async (service) => {
    const wasBound = await unbindWallet(service.db, address)
    const wallet = checksumAddress(address)
    print(wasBound ? say('{wallet} is no longer bound', { wallet }) : say('{wallet} is bound to no node', { wallet }))
    return wasBound ? 0 : 1
  })
}
