import './on-phone.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Card } from './card.tsx'
import { CopyField } from './copy-field.tsx'
import { phoneAddress } from './phone-address.ts'
import type { QrPath } from './qr-path.ts'

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
  const [qr, setQr] = useState<QrPath | null>(null)
  useEffect(() => {
    // Most people come with a phone and never need it.
    import('./qr-path.ts').then(
      ({ qrPath }) => setQr(qrPath(address)),
      () => {},
    )
  }, [address])
  return (
    <>
      {children}
      <div class="on-phone-qr">
        {qr ? (
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={`QR code of ${address}`}>
            <path d={qr.d} />
          </svg>
        ) : null}
      </div>
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
