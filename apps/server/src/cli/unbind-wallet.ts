import { startService } from '../start.ts'
import { addressBytes, checksumAddress } from '../wallet/address.ts'
import { unbindWallet } from '../wallet/store.ts'
import { type Command, UsageProblem, readArguments } from './command.ts'
import { openBesideService } from './open-data.ts'

/** For whoever has lost a wallet and every token: their node gets codes by mail again. */
export const unbindWalletCommand: Command = async (args, { settings, print }) => {
  const { positionals } = readArguments(args, { options: {}, word: 'ADDRESS' })
  const address = addressBytes(positionals[0] ?? '')
  if (!address) throw new UsageProblem('ADDRESS must be 0x and 40 hex digits')
  const { service, stop } = await startService(settings, () => {}, openBesideService)
  try {
    const wasBound = await unbindWallet(service.db, address)
    print(`${checksumAddress(address)} ${wasBound ? 'is no longer bound' : 'is bound to no node'}`)
    return wasBound ? 0 : 1
  } finally {
    await stop()
  }
}
