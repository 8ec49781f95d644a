import type { ComponentChildren } from 'preact'
import { say } from '../words/speak.ts'
import { Card } from './card.tsx'
import { CopyField } from './copy-field.tsx'
import { phoneAddress } from './phone-address.ts'
import { QrCode } from './qr-code.tsx'

type OnPhoneProps = {
  title: string
  /** Where the phone goes on, with a fragment where it needs one. */
  path: string
  /** What happens there. */
  children: ComponentChildren
}

/** The way on for whoever sits before a screen without sensors, or has another phone. */
export function OnPhone({ title, path, children }: OnPhoneProps) {
  const address = phoneAddress(location, path)
  return <Card title={title}>{address === null ? <ServeFirst /> : <Code address={address}>{children}</Code>}</Card>
}

function Code({ address, children }: { address: string; children: ComponentChildren }) {
  return (
    <>
      {children}
      <QrCode text={address} label={say('QR code of {address}', { address })} />
      <CopyField label={say('Or open this address there')} value={address} />
    </>
  )
}

function ServeFirst() {
  return (
    <>
      <p>
        {say(
          'This address works only on this machine, and phones share motion only with secure pages. Start the service for your network, then open the address it prints or scan its QR code:',
        )}
      </p>
      <CopyField label={say('Command')} value="npx --no-install stillhere serve --lan" />
    </>
  )
}
