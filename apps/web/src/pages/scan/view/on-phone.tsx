import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../../parts/card.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { phoneAddress } from '../flow/phone-address.ts'
import type { QrPath } from '../flow/qr-path.ts'

/** The way on for whoever sits before a screen without sensors. */
export function OnPhone() {
  const address = phoneAddress(location)
  return <Card title="Continue on your phone">{address === null ? <ServeFirst /> : <Code address={address} />}</Card>
}

function Code({ address }: { address: string }) {
  const [qr, setQr] = useState<QrPath | null>(null)
  useEffect(() => {
    // Most people come with a phone and never need it.
    import('../flow/qr-path.ts').then(
      ({ qrPath }) => setQr(qrPath(address)),
      () => {},
    )
  }, [address])
  return (
    <>
      <p>Point the camera of your phone at this. You sign in there once more; an enrollment stays where it was made.</p>
      <div class="scan-qr">
        {qr ? (
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={`QR code of ${address}`}>
            <path d={qr.d} />
          </svg>
        ) : null}
      </div>
      <p class="small">
        Or open <a href={address}>{address}</a> there.
      </p>
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
