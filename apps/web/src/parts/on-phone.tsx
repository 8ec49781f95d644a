import type { ComponentChildren } from 'preact'
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
      <QrCode text={address} label={`QR code of ${address}`} />
      <CopyField label="Or open this there" value={address} />
    </>
  )
}

function ServeFirst() {
  return (
    <>
      <p>
        This address works on this machine only, and phones give motion to secure pages only. Start the service for your
        network, and open the address that it prints, or its QR code:
      </p>
      <CopyField label="Command" value="npx stillhere serve --lan" />
    </>
  )
}
