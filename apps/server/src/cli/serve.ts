import encodeQr from 'qr'
import { lanAddress, lanSettings } from '../lan/settings.ts'
import { serveUntilStopped } from '../listen.ts'
import { demandName, readSettings } from '../settings/settings.ts'
import { type Command, readArguments } from './command.ts'

export const serve: Command = async (args, { settings: given, print }) => {
  const { values } = readArguments(args, { options: { lan: { type: 'boolean' }, sandbox: { type: 'boolean' } } })
  const settings = values.sandbox ? readSettings({ ...process.env, SANDBOX: 'yes' }) : given
  if (settings.sandbox) print(SANDBOX_NOTE)
  if (!values.lan) {
    demandName(settings)
    await serveUntilStopped(settings, print)
    return undefined
  }
  const secure = lanSettings(settings, new Date())
  const address = await serveUntilStopped(secure, print)
  print(phoneNote(`${lanAddress(secure, Number(new URL(address).port))}/scan`, settings.tls === undefined))
  return undefined
}

const SANDBOX_NOTE =
  'This is a sandbox: it takes motion of the testing kit, and whatever it signs is marked as a test and proves nothing.'

function phoneNote(address: string, isOwnCertificate: boolean): string {
  const warning = 'It will warn once that nobody vouches for the certificate: this machine made it for itself.'
  return [
    encodeQr(address, 'ascii'),
    `With a phone on the same network, open ${address}`,
    isOwnCertificate ? warning : '',
  ]
    .join('\n')
    .trimEnd()
}
