import encodeQr from 'qr'
import { requireName } from '../../platform/settings/settings.ts'
import { say } from '../../platform/speakers.ts'
import { formatLanAddress, createLanSettings } from '../lan/settings.ts'
import { serveUntilStopped } from '../listen.ts'
import { type Addresses, listAddresses } from '../start.ts'
import { type Command, readArguments } from './command.ts'

/** Runs the service until SIGINT or SIGTERM. */
export const runServe: Command = async (args, { settings, print }) => {
  const { values } = readArguments(args, { options: { lan: { type: 'boolean' } } })
  if (settings.sandbox)
    print(
      say(
        'This is a sandbox: it takes motion of the testing kit, and everything that it signs is marked as a test and proves nothing.',
      ),
    )
  if (!values.lan) {
    requireName(settings)
    const own = await serveUntilStopped(settings, print)
    showAddresses({ own, others: settings.publicUrl }, print)
    return undefined
  }
  const secure = createLanSettings(settings, new Date())
  const own = await serveUntilStopped(secure, print)
  const others = formatLanAddress(secure, Number(new URL(own).port))
  showAddresses({ own, others }, print)
  print(describePhone(`${others}/scan`, settings.tls === undefined))
  return undefined
}

// A program that started the service reads one line; people get all there is to open.
function showAddresses(addresses: Addresses, print: (line: string) => void): void {
  if (process.stdout.isTTY) print(listAddresses(addresses))
}

function describePhone(address: string, isOwnCertificate: boolean): string {
  const warning = say('The phone will warn once about the certificate: this machine made it for itself.')
  return [
    encodeQr(address, 'ascii'),
    say('With a phone on the same network, open {address}', { address }),
    isOwnCertificate ? warning : '',
  ]
    .join('\n')
    .trimEnd()
}
